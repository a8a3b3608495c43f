import { lexicalClasses } from "#foundation/language/wordnet";
import { agentVerb, isCompanyKind, isGenericCompany, isGenericRole, singular } from "./company-words.ts";

/** A word of a translated question, or what stands between two words. */
export interface Part {
  text: string;
  kind: "noun" | "adjective" | "of" | "the" | "other" | "gap";
}

const SPACE: Part = { text: " ", kind: "gap" };

/**
 * Puts a noun before the noun that it belongs to, as English does: "care of the skin" becomes "skin care", and "rental
 * of cars and trucks" becomes "car and truck rental". Roles keep their "of": "makers of pumps".
 */
export function withNounsTogether(parts: Part[]): Part[] {
  const joined = [...parts];
  for (let at = joined.length - 1; at > 0; at--) {
    if (joined[at]?.kind !== "of") continue;
    const headAt = nearest(joined, at, -1);
    const head = joined[headAt];
    if (head?.kind !== "noun" || !takesNounBefore(head.text)) continue;
    const first = phraseAfter(joined, at);
    if (first === null) continue;
    const before = [...first.words];
    let { end } = first;
    for (let next = conjunctAfter(joined, end, head.text); next; next = conjunctAfter(joined, end, head.text)) {
      before.push(SPACE, ...next.words);
      end = next.end;
    }
    const text = [...before, SPACE, head].map((part) => part.text).join("");
    joined.splice(headAt, end + 1 - headAt, { text, kind: "noun" });
  }
  return joined;
}

interface Phrase {
  words: Part[];
  /** The position of its noun. */
  end: number;
}

/** The adjectives and the noun after a position, the noun in the singular; null where something else comes. */
function phraseAfter(parts: Part[], at: number): Phrase | null {
  let start = nearest(parts, at, 1);
  if (parts[start]?.kind === "the") start = nearest(parts, start, 1);
  let end = start;
  while (parts[end]?.kind === "adjective") end = nearest(parts, end, 1);
  const noun = parts[end];
  if (start < 0 || noun?.kind !== "noun") return null;
  return { words: [...parts.slice(start, end), { ...noun, text: inSingular(noun.text) }], end };
}

/** "And trucks" after "rental of cars". A further activity belongs to companies only, a kind of company to nothing. */
function conjunctAfter(parts: Part[], at: number, head: string): Phrase | null {
  const isOfCompanies = isGenericCompany(lastWord(head));
  if (!isOfCompanies && !isActivity(lastWord(head))) return null;
  const linkAt = nearest(parts, at, 1);
  const link = parts[linkAt];
  if (link?.text !== "and" && link?.text !== "or") return null;
  const next = nearest(parts, linkAt, 1);
  const phrase = phraseAfter(parts, parts[next]?.kind === "of" ? next : linkAt);
  const last = lastWord(phrase?.words.at(-1)?.text ?? "");
  if (phrase === null || (isActivity(last) && !isOfCompanies) || isCompanyKind(last)) return null;
  return { ...phrase, words: [link, SPACE, ...phrase.words] };
}

/** The position of the next word in a direction; -1 where other text is between. */
function nearest(parts: Part[], from: number, step: 1 | -1): number {
  const between = parts[from + step];
  if (between?.kind !== "gap") return between === undefined ? -1 : from + step;
  return between.text.trim() === "" && parts[from + 2 * step] !== undefined ? from + 2 * step : -1;
}

const lastWord = (text: string): string => text.split(" ").at(-1) ?? text;
const isActivity = (word: string): boolean => lexicalClasses(singular(word), 1)[0] === "noun.act";

function takesNounBefore(noun: string): boolean {
  const last = lastWord(noun);
  return isGenericCompany(last) || (!isGenericRole(last) && agentVerb(last) === null);
}

/** "Machines" in "machine rental"; the last word of "car parts" stays as it is. */
function inSingular(noun: string): string {
  if (/ parts$/.test(noun)) return noun;
  return [...noun.split(" ").slice(0, -1), singular(lastWord(noun))].join(" ");
}
