import { AUX, BE, clause, END, slot } from "./fragments.ts";

/** Past tense and participle of verbs that do not take -ed. */
const IRREGULAR: Readonly<Record<string, readonly [past: string, participle: string]>> = {
  be: ["was", "been"],
  begin: ["began", "begun"],
  break: ["broke", "broken"],
  bring: ["brought", "brought"],
  build: ["built", "built"],
  buy: ["bought", "bought"],
  choose: ["chose", "chosen"],
  cut: ["cut", "cut"],
  fall: ["fell", "fallen"],
  get: ["got", "got"],
  give: ["gave", "given"],
  go: ["went", "gone"],
  grow: ["grew", "grown"],
  hit: ["hit", "hit"],
  lay: ["laid", "laid"],
  lead: ["led", "led"],
  let: ["let", "let"],
  lose: ["lost", "lost"],
  make: ["made", "made"],
  pay: ["paid", "paid"],
  put: ["put", "put"],
  rise: ["rose", "risen"],
  run: ["ran", "run"],
  seek: ["sought", "sought"],
  sell: ["sold", "sold"],
  set: ["set", "set"],
  shed: ["shed", "shed"],
  show: ["showed", "shown"],
  shut: ["shut", "shut"],
  sink: ["sank", "sunk"],
  split: ["split", "split"],
  stand: ["stood", "stood"],
  strike: ["struck", "struck"],
  take: ["took", "taken"],
  win: ["won", "won"],
  wind: ["wound", "wound"],
  withdraw: ["withdrew", "withdrawn"],
};

/** A verb with its particle: "snap up". */
const partsOf = (verb: string) => {
  const [head = "", ...particle] = verb.trim().split(" ");
  return { head, particle: particle.map((word) => `\\s+${word}`).join("") };
};
const stems = (head: string) => {
  const stem = /[^aeo]e$/.test(head) ? head.slice(0, -1) : head;
  const doubled = /^[^aeiou]*[aeiou][bdgklmnprt]$|(?:fer|mit|cel|pel|zz)$/.test(head) ? `${head.at(-1)}?` : "";
  return { stem, doubled };
};
const participleOf = (head: string) => {
  const irregular = IRREGULAR[head];
  if (irregular !== undefined) return irregular[1];
  if (/[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ied`;
  const { stem, doubled } = stems(head);
  return `${head.endsWith("e") && stem === head ? stem : stem + doubled}e?d`;
};
const finiteOf = (head: string) => {
  const { stem, doubled } = stems(head);
  const third = /(?:s|x|z|ch|sh|o)$/.test(head)
    ? `${head}(?:es)?`
    : /[^aeiou]y$/.test(head)
      ? `${head}|${head.slice(0, -1)}ies`
      : `${head}s?`;
  return [third, `${stem}${doubled}ing`, IRREGULAR[head]?.[0] ?? participleOf(head)].join("|");
};

/** Any finite form or -ing of one of the verbs, after auxiliaries: "has agreed to buy" by "buy". */
export const verb = (verbs: string) =>
  `${AUX}(?:${verbs
    .split("|")
    .map(partsOf)
    .map(({ head, particle }) => `(?:${finiteOf(head)})${particle}`)
    .join("|")})`;

/** The passive of one of the verbs, with or without its auxiliary: "was snapped up" by "snap up". */
export const passive = (verbs: string) =>
  `${BE}(?:${verbs
    .split("|")
    .map(partsOf)
    .map(({ head, particle }) => `${participleOf(head)}${particle}`)
    .join("|")})`;

/** Up to so many words, as few as possible, and the space after them. */
export const words = (most: number) => `(?:\\S+\\s+){0,${most}}?`;

/** What somebody does to somebody: an agent, a patient, and how it is said. */
interface Act {
  agent: string;
  patient: string;
  /** Verbs whose subject is the agent and whose object is the patient, by |. */
  verbs?: string;
  /** Words between the verb, or the preposition of the noun, and the patient. */
  between?: string;
  /** Nouns of the act, by |: "X's acquisition of Y", "acquisition of Y by X". */
  nouns?: string;
  /** Prepositions between the noun and the patient, by |. */
  prepositions?: string;
  /** Verbs before the noun: "X completes the acquisition of Y". */
  support?: string;
  /** Whether "Y sued" says it of Y even without the agent. */
  isPassiveAlone?: true;
}

/** Returns the patterns of an act: active, passive, and by its nouns. */
export function act({
  agent,
  patient,
  verbs,
  between = "",
  nouns,
  prepositions = "of",
  support,
  isPassiveAlone,
}: Act): RegExp[] {
  const by = `by\\s+${slot(agent)}${END}`;
  const patterns: string[] = [];
  if (verbs !== undefined) {
    patterns.push(`${slot(patient)}\\s+${passive(verbs)}\\s+(?:[^,;:]{0,60}?\\s)?${by}`);
    patterns.push(`${slot(agent)}\\s+${verb(verbs)}\\s+${between}${slot(patient)}${END}`);
    if (isPassiveAlone) patterns.push(`${slot(patient)}\\s+${passive(verbs)}\\b`);
  }
  if (nouns !== undefined) {
    const of = `(?:${nouns})\\s+(?:${prepositions})\\s+${between}`;
    if (support !== undefined)
      patterns.push(`${slot(agent)}\\s+${verb(support)}\\s+${words(5)}${of}${slot(patient)}${END}`);
    patterns.push(`${slot(agent)}['’]s?\\s+${words(4)}${of}${slot(patient)}${END}`);
    patterns.push(`${words(4)}${of}${slot(patient)}\\s+${by}`);
  }
  return patterns.map(clause);
}
