import { contentStems, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { baseForm } from "#foundation/language/wordnet";
import { isCompanyKind, singular } from "../criteria/company-words.ts";
import type { PlanOffer } from "./plan.ts";

/** Heads that anything of a thing may be: a blade is a component. */
const ANYTHING_OF = "accessories components devices equipment goods machines materials parts products supplies";
/** Heads that name another thing than what stands before them: "solar cell equipment" is no solar cell. */
export const CHANGING = new Set(
  contentStems(
    "accessories components devices equipment machines materials parts services software supplies technology",
  ),
);
export const OPEN = new Set(contentStems(ANYTHING_OF));
/** Heads that say only that something belongs to a thing: what it belongs to tells more. */
export const RELATIONAL = new Set([
  ...CHANGING,
  ...OPEN,
  ...contentStems(
    "applications businesses companies firms groups industries manufacturing production solutions systems",
  ),
]);

/** Heads for machines of some kind: what they are for is no machine itself. */
const MACHINES = new Set(contentStems("apparatus devices equipment machinery machines"));
export const isMachines = (head: string): boolean => MACHINES.has(head);

/** Letters that stems of one family have in common. */
const MIN_FAMILY = 6;

/** "telephon" and "telephoni": stems of one word family. */
export function isAkin(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.min(a.length, b.length) >= MIN_FAMILY && (a.startsWith(b) || b.startsWith(a));
}

/** The words that a record can show: neither relational nor unknown to the directory, as far as there are such. */
export function tellingWords({ words }: PlanOffer): PlanOffer["words"] {
  const telling = words.filter(({ stem: one }) => !RELATIONAL.has(one));
  const known = telling.filter(({ companies }) => companies !== 0);
  return [known, telling, words].find((some) => some.length > 0) ?? [];
}

/** The head noun, or where that is relational, the noun that it belongs to: the last before it, or after "of" the last of all. */
export function keyOf({ head, words }: PlanOffer): PlanOffer["words"][number] {
  const at = words.findIndex((word) => word.stem === head);
  const isTelling = (word: PlanOffer["words"][number]) => !RELATIONAL.has(word.stem);
  const modified = words.slice(0, Math.max(0, at)).findLast(isTelling) ?? words.findLast(isTelling);
  return (RELATIONAL.has(head) ? modified : words[at]) ?? words[at] ?? { stem: head, idf: 0 };
}

const isAdjective = (word: string): boolean => baseForm(word, "adj") === word;
const isPlural = (noun: string): boolean => /s$/.test(noun) && singular(noun) !== noun;

/**
 * The word by which records name an offer, as the question writes it in the singular, and the words that count beside it. "Parcel
 * carriers" are told by parcels: companies seldom say what kind of company they are.
 */
export function toldBy(offer: PlanOffer): { stem: string; noun: string; words: PlanOffer["words"] } {
  const written = tokens(offer.phrase).map(({ word }) => word.toLowerCase());
  const head = written.find((word) => stem(word) === offer.head) ?? offer.head;
  const isKindOfCompany = isPlural(head) && isCompanyKind(head);
  const modifiers = isKindOfCompany ? offer.words.filter((word) => word.stem !== offer.head) : [];
  const told = modifiers.findLast((word) => !written.some((one) => stem(one) === word.stem && isAdjective(one)));
  const key = told ?? keyOf(offer);
  return {
    stem: key.stem,
    noun: singular(written.find((word) => stem(word) === key.stem) ?? key.stem),
    words: told === undefined ? offer.words : modifiers,
  };
}
