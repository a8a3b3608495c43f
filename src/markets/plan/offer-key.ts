import { contentStems, stem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";
import { baseForm } from "#foundation/language/wordnet";
import { agentVerb, isCompanyKind, singular } from "../criteria/company-words.ts";
import type { PlanOffer } from "./plan.ts";

/** Heads that fit any part of a thing: a blade is a component. */
const ANYTHING_OF = "accessories components devices equipment goods machines materials parts products supplies";
/** Heads that name a different thing than the words before them: "solar cell equipment" is not a solar cell. */
export const CHANGING = new Set(
  contentStems(
    "accessories components devices equipment machines materials parts services software supplies technology",
  ),
);
export const OPEN = new Set(contentStems(ANYTHING_OF));
/** Heads that only say that something belongs to a thing. The thing itself is more informative. */
export const RELATIONAL = new Set([
  ...CHANGING,
  ...OPEN,
  ...contentStems(
    "applications businesses companies firms groups industries manufacturing production solutions systems",
  ),
]);

/** Heads for machines in general. The purpose before such a head is not a machine itself. */
const MACHINES = new Set(contentStems("apparatus devices equipment machinery machines"));
export const isMachines = (head: string): boolean => MACHINES.has(head);

/** Minimum length of the shared beginning for two stems of one word family. */
const MIN_FAMILY = 6;

/** Whether two stems belong to one word family, such as "telephon" and "telephoni". */
export function isAkin(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.min(a.length, b.length) >= MIN_FAMILY && (a.startsWith(b) || b.startsWith(a));
}

/**
 * Returns the words that identify an offer in a record: those that are not relational and that the directory knows.
 * Where there are none, it returns the non-relational words, then all words.
 */
export function tellingWords({ words }: PlanOffer): PlanOffer["words"] {
  const telling = words.filter(({ stem: one }) => !RELATIONAL.has(one));
  const known = telling.filter(({ companies }) => companies !== 0);
  return [known, telling, words].find((some) => some.length > 0) ?? [];
}

/**
 * Returns the key word of an offer: its head noun. A relational head is replaced by the noun that it belongs to. That
 * is the last telling word before it, or after "of" the last telling word of all.
 */
export function keyOf({ head, words }: PlanOffer): PlanOffer["words"][number] {
  const at = words.findIndex((word) => word.stem === head);
  const isTelling = (word: PlanOffer["words"][number]) => !RELATIONAL.has(word.stem);
  const modified = words.slice(0, Math.max(0, at)).findLast(isTelling) ?? words.findLast(isTelling);
  return (RELATIONAL.has(head) ? modified : words[at]) ?? words[at] ?? { stem: head, idf: 0 };
}

/** "Book shops" are recognised by books, and "second-hand clothes" are not described by where they are sold. */
export const PREMISES_OF_SALE = new Set(contentStems("shops stores outlets chains retailers dealers"));

/** How many times as many companies must use a head as its modifier. */
const MUCH_MORE = 3;

/**
 * Whether many more companies use the head than the word before it: records have airlines rather than "budget" ones. Agent
 * nouns are no such heads, because their verb is everybody's: parcel carriers carry parcels.
 */
function isSaidMore({ head, words }: PlanOffer, written: string, modifier: PlanOffer["words"][number]): boolean {
  const own = words.find(({ stem: one }) => one === head)?.companies ?? 0;
  const others = modifier.companies ?? 0;
  return others > 0 && own >= MUCH_MORE * others && agentVerb(written) === null && !PREMISES_OF_SALE.has(head);
}

const isAdjective = (word: string): boolean => baseForm(word, "adj") === word;
const isPlural = (noun: string): boolean => /s$/.test(noun) && singular(noun) !== noun;

/**
 * Returns the word by which records name an offer, as the question writes it in the singular, and the words that count
 * beside it. "Parcel carriers" are recognised by parcels, because companies seldom say what kind of company they are.
 */
export function toldBy(offer: PlanOffer): { stem: string; noun: string; words: PlanOffer["words"] } {
  const written = tokens(offer.phrase).map(({ word }) => word.toLowerCase());
  const head = written.find((word) => stem(word) === offer.head) ?? offer.head;
  const isKindOfCompany = isPlural(head) && isCompanyKind(head);
  const modifiers = isKindOfCompany ? offer.words.filter((word) => word.stem !== offer.head) : [];
  const modifier = modifiers.findLast((word) => !written.some((one) => stem(one) === word.stem && isAdjective(one)));
  const told = modifier !== undefined && isSaidMore(offer, head, modifier) ? undefined : modifier;
  const key = told ?? keyOf(offer);
  return {
    stem: key.stem,
    noun: singular(written.find((word) => stem(word) === key.stem) ?? key.stem),
    words: told === undefined ? offer.words : modifiers,
  };
}
