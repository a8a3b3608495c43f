import { LRUCache } from "lru-cache";
import { baseForm, derivations, lexicalClasses, synsetsOf } from "#foundation/language/wordnet";
import { readSynset, type Synset } from "#foundation/language/wordnet-files";

/** Words for a company that do not say what it does. */
const GENERIC_COMPANIES = new Set(
  "company companies firm firms business businesses startup startups start-up start-ups scale-up scale-ups scaleup scaleups enterprise enterprises organisation organisations organization organizations player players corporation corporations brand brands sme smes group groups name names specialist specialists house houses chain chains outfit outfits venture ventures partner partners competitor competitors undertaking undertakings junior juniors guys folks".split(
    " ",
  ),
);

/** Generic words that can also name things: a "timber house" that companies build is not a company. */
const AMBIGUOUS_COMPANIES = new Set(
  "brand brands chain chains group groups house houses name names partner partners".split(" "),
);

/** Words for a company that name only its role. */
export const GENERIC_ROLES = new Set(
  "maker manufacturer producer fabricator assembler builder developer creator supplier provider vendor seller distributor wholesaler importer exporter reseller dealer retailer trader merchant stockist stockholder operator owner contractor designer processor grower lessor installer investor".split(
    " ",
  ),
);

/** Adjectives that praise or count companies and products alike. They carry no condition. */
export const PRAISE = new Set(
  "leading largest biggest major top best good great further similar comparable relevant interesting key main important reliable reputable renowned potential possible various different several many more other all any some few".split(
    " ",
  ),
);

/** Adjectives for a company's size and age, not its offer. In the offer "small aircraft", the adjective stays. */
export const OF_COMPANIES = new Set(
  "large larger small smaller big bigger mid-sized medium-sized midsize medium-size new young established independent listed family-owned family-run mid-cap midcap large-cap small-cap micro-cap mega-cap blue-chip quoted stock-listed publicly-listed publicly-traded fast-growing innovative certified specialised specialized".split(
    " ",
  ),
);

/**
 * Adjectives that describe companies only directly before the word for companies: "private firms", but not "private
 * equity firms".
 */
export const DIRECTLY_OF_COMPANIES = new Set(
  "global international regional national domestic local private public".split(" "),
);

export function isGenericCompany(word: string): boolean {
  return GENERIC_COMPANIES.has(word.toLowerCase());
}

/** Whether a generic word for companies can name a thing as the object of a verb or of "of". */
export function isAmbiguousCompany(word: string): boolean {
  return AMBIGUOUS_COMPANIES.has(word.toLowerCase());
}

export function isGenericRole(word: string): boolean {
  const lower = word.toLowerCase();
  return GENERIC_ROLES.has(lower) || GENERIC_ROLES.has(singular(lower));
}

/** The words of a directory's records: judging asks for the singular of nearly every one. */
const singulars = new LRUCache<string, string>({ max: 50_000 });

/** Returns the singular of a noun by WordNet, or the noun itself; in lower case. */
export function singular(noun: string): string {
  const lower = noun.toLowerCase();
  let known = singulars.get(lower);
  if (known === undefined) {
    known = singularOf(lower);
    singulars.set(lower, known);
  }
  return known;
}

function singularOf(lower: string): string {
  const stripped = lower.replace(/([^s])s$/, "$1");
  const latin = lower.replace(/ia$/, "ium");
  if (latin !== lower && synsetsOf(lower, "noun", 1).length === 0 && synsetsOf(latin, "noun", 1).length > 0)
    return latin;
  // "Mills" and "Banks" are surnames in WordNet, but a question means the plural of the common noun.
  const isName =
    stripped !== lower && /noun\.(?:person|location)/.test(synsetsOf(lower, "noun", 1)[0]?.lexicalClass ?? "");
  if (isName && synsetsOf(stripped, "noun", 1).length > 0) return baseForm(stripped, "noun") ?? stripped;
  return baseForm(lower, "noun") ?? stripped;
}

const ancestry = new Map<string, Set<string>>();

/** Returns all words of the hypernyms of a noun's first senses, all the way up, including the senses' own words. */
export function ancestors(noun: string, senses = 2): Set<string> {
  const key = `${senses} ${noun.toLowerCase()}`;
  let names = ancestry.get(key);
  if (!names) {
    names = new Set();
    for (const synset of synsetsOf(noun, "noun", senses)) climb(synset, names, 0);
    ancestry.set(key, names);
  }
  return names;
}

function climb(synset: Synset, names: Set<string>, depth: number): void {
  for (const word of synset.words) names.add(word);
  if (depth > 12) return;
  for (const pointer of synset.pointers) {
    if (pointer.symbol === "@") climb(readSynset("noun", pointer.offset), names, depth + 1);
  }
}

export function hasAncestor(noun: string, names: Iterable<string>, senses = 2): boolean {
  const all = ancestors(noun, senses);
  for (const name of names) if (all.has(name)) return true;
  return false;
}

/**
 * WordNet's words for bodies of people. An institution still counts if its word has another sense, such as "bank" of a
 * river.
 */
const BODIES = ["organization", "business concern", "medical institution"];
/**
 * WordNet's words for premises. Where a synset's first word is ambiguous, its second word is used: "plant" is flora
 * too.
 */
const PREMISES = [
  "establishment",
  "edifice",
  "installation",
  "workplace",
  "factory",
  "industrial plant",
  "farm",
  "mine",
  "quarry",
];

/** Whether a noun names an actor in a market: a company, a trade, an agent ("brewers", "hospitals", "foundries"). */
export function isCompanyKind(noun: string): boolean {
  const lower = noun.toLowerCase();
  if (isGenericCompany(lower) || isGenericRole(lower)) return true;
  const base = singular(lower);
  const last = base.split(/[\s-]/).at(-1) ?? base;
  if (isGenericRole(last)) return true;
  // The first sense of "battery" in WordNet is a group of guns.
  if (hasAncestor(base, ["military unit", "army unit"], 1)) return false;
  if (
    hasAncestor(base, BODIES, 2) ||
    hasAncestor(base, ["person", ...PREMISES], 1) ||
    hasAncestor(base, ["creator", "merchant", "factory", "mercantile establishment"], 2)
  )
    return true;
  return agentVerb(last) !== null && synsetsOf(last, "noun", 1).length === 0;
}

const DEVICES = /^(?:controllers?|monitors?|transmitters?|loggers?|starters?|readers?|recorders?|testers?)$/;
/** WordNet's classes of words before people who do such work: "air traffic controllers", "election monitors". */
const WORK = /^noun\.(?:act|person|group|attribute|location|event)$/;

/** Whether an agent noun names a device by what it handles: "glucose monitors", "logic controllers". */
export function isDeviceByAgent(phrase: string): boolean {
  const [head = "", handled = ""] = phrase.toLowerCase().split(" ").reverse();
  const [kind = ""] = lexicalClasses(handled, 1);
  return DEVICES.test(head) && kind !== "" && !WORK.test(kind);
}

/**
 * Returns the verb of an agent noun ("recyclers" → "recycle"), by WordNet's derivations or, for a noun that it lacks,
 * by the ending. Null for other nouns.
 */
export function agentVerb(noun: string): string | null {
  const base = singular(noun);
  if (!/(?:er|or|ar)$/.test(base)) return null;
  const stems = [base.slice(0, -1), base.slice(0, -2), base.slice(0, -3)];
  const derived = derivations(base, "noun", "verb", 2);
  for (const stem of stems) if (derived.includes(stem)) return stem;
  // An undertaker does not undertake. WordNet links an agent noun with its verb, so a noun that it has without a link
  // is no agent.
  if (synsetsOf(base, "noun", 1).length > 0) return null;
  for (const stem of stems) if (stem.length > 2 && synsetsOf(stem, "verb", 1).length > 0) return baseForm(stem, "verb");
  return null;
}
