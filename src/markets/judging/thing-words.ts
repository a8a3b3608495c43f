import { ROLE_PATTERNS } from "#companies/analysis/roles";
import { contentStems, stem } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { baseForm } from "#foundation/language/wordnet";
import { hasAncestor, singular } from "../criteria/company-words.ts";
import { isAkin, isMachines } from "../plan/offer-key.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { relationOfNoun } from "../plan/relations.ts";
import { nextWord, type TextUnit, type UnitWord } from "./company-units.ts";
import { isTaggedVerb } from "./governing-words.ts";
import { isPlural, type Key, type Thing } from "./offer-things.ts";
import { endsKind, type KindPattern } from "./said-kinds.ts";

/** Nouns that may follow the word without changing its meaning: "the cement business" is about cement. */
const NEUTRAL = new Set(
  contentStems(
    "business businesses company firm group industry sector market trade brand range production manufacturing product goods solution system technology cell pack unit operation activity mining deposits projects properties assets claims prospects exploration reserves resources ore brine concentrate minerals staffing dispatching placement stores shops cooperative association federation",
  ),
);
/**
 * Whether a word after a noun leaves its meaning: "software solutions" are software, but "car seats" are not cars.
 */
export const leavesThing = (word: string): boolean => contentStems(word).every((one) => NEUTRAL.has(one));
/** Minimum length of a word for the thing. WordNet seldom has the intended sense of shorter words. */
const SHORTEST_KIND = 4;
/** Beginnings of compounds that are nouns by themselves too. */
const PREFIX = /^(?:semi|mini|micro|multi|super)$/;
const WORKS = /^(?:plants|factories|mills|refineries)$/;
/** "Sailing and motor yachts": a word that shares the noun after the next one. */
const SHARED_NOUN = /^ (?:and|or) (\p{L}+) (\p{L}+)/u;

/**
 * Computes what a thing and a written word alone decide, once for both. Records have the same few thousand words again
 * and again, and WordNet takes its time.
 */
function oncePerWord<Of extends object, Answer>(
  answer: (of: Of, word: UnitWord) => Answer,
): (of: Of) => (word: UnitWord) => Answer {
  const answers = new WeakMap<Of, Map<string, Answer>>();
  return (of) => {
    const known = answers.get(of) ?? new Map<string, Answer>();
    answers.set(of, known);
    return (word) => {
      let found = known.get(word.written);
      if (found === undefined) {
        found = answer(of, word);
        known.set(word.written, found);
      }
      return found;
    };
  };
}

/**
 * How a word refers to the thing of an offer: as its key word, by another name, or by a kind of it. An activity is a
 * verb of the key word's family, "brews" for "breweries".
 */
export type Reference = "key" | "otherName" | "kind" | "activity" | "none";

/** Returns how a word refers to what the question itself names. */
export const referenceTo = oncePerWord((key: Key, word: UnitWord): Reference => {
  if (isAkin(word.stem, key.stem) && !isAnother(word.written, key)) return "key";
  if (key.otherNames.some((one) => isAkin(word.stem, one))) return "otherName";
  if (isKindOf(word, key)) return "kind";
  return key.family.has(word.stem) ? "activity" : "none";
});

/** Returns how a word refers to a kind that was added to the name of a trade. */
export const referenceToKind =
  (kind: KindPattern, unit: TextUnit, text: string) =>
  (word: UnitWord): Reference =>
    endsKind(kind, text, unit, word) ? "key" : "none";

/** Whether a word is that for a thing, or for a kind of it: lorries are trucks, and construction equipment is machines. */
export const names = oncePerWord(
  (thing: Thing, word: UnitWord) =>
    isAkin(word.stem, thing.stem) || (isMachines(thing.stem) && isMachines(word.stem)) || isKindOf(word, thing),
);

/** Whether the next word is a machine: "knitting machines" are not knitted. */
export const isOfMachines = (text: string, { end }: UnitWord): boolean =>
  contentStems(nextWord(text, end, text.length) ?? "").some(isMachines);

/** Whether another noun stands in front of a word: "nursing homes", but not "runs homes" or "old homes". */
export function followsNoun({ kind, start, end }: TextUnit, word: UnitWord, text: string): boolean {
  const before = /([\p{L}-]+) $/u.exec(text.slice(start, word.start))?.[1] ?? "";
  if (baseForm(before, "noun") === null || isStopWord(before.toLowerCase())) return false;
  const at = word.start - start - before.length - 1;
  // The tagger takes "runs" for a noun where it begins a sentence.
  if (at === 0 && kind !== "label" && baseForm(before, "verb") !== null) return false;
  return /ing$/.test(before) || !isTaggedVerb(text.slice(start, end), at);
}

export const isVerbAlone = (word: string): boolean =>
  baseForm(word, "noun") === null && baseForm(word, "verb") !== null;

/** "Semi-trailers" are no semis. */
export const isPrefix = (text: string, { start, end }: UnitWord): boolean =>
  text[end] === "-" && PREFIX.test(text.slice(start, end).toLowerCase());

/** Whether the word means the thing itself: "coffee", but not "coffee" in "coffee machines". */
export function isAbout(
  { words, isCounted }: Key,
  { role }: DiscoveryPlan,
  unit: TextUnit,
  word: UnitWord,
  text: string,
): boolean {
  const surface = text.slice(word.start, word.end).toLowerCase();
  const next = nextWord(text, word.end, unit.end);
  // A plural seldom describes the next noun, but "sports cars" are no sports. "Supermarkets Biedronka": a name follows.
  const hasPlural = next !== undefined && isPlural(next) && next === next.toLowerCase();
  // The tagger takes "leases" for a noun where it begins a sentence.
  const isFirst = unit.kind !== "label" && word.start === unit.start && baseForm(surface, "verb") !== null;
  const isVerb = () => isFirst || isTaggedVerb(text.slice(unit.start, unit.end), word.start - unit.start);
  if (isPlural(surface) && (!hasPlural || isVerb())) return true;
  // Only a noun changes the meaning of the next noun. An adjective does not: "dental materials" are dental products.
  if (baseForm(surface, "noun") === null) return true;
  const [, second = "", shared = ""] = isCounted ? (SHARED_NOUN.exec(text.slice(word.end, unit.end)) ?? []) : [];
  if (shared !== "" && !isPlural(second) && isPlural(shared)) return false;
  // "Builds cement and lime plants": the noun that ends the list is of works and machines.
  const [, , works = ""] = SHARED_NOUN.exec(text.slice(word.end, unit.end)) ?? [];
  if (WORKS.test(works) || (isPlural(works) && isMachines(stem(works)))) return false;
  if (next === undefined || isStopWord(next.toLowerCase()) || /ly$/.test(next)) return true;
  const [one = ""] = contentStems(next);
  return (
    NEUTRAL.has(one) ||
    words.some((own) => own.stem === one) ||
    ROLE_PATTERNS.manufacturer.test(next) ||
    // "The cinema investment and management business": what is done with the thing.
    (isActivityNoun(next) && /^[^.,;]*\b(?:business(?:es)?|services?)\b/.test(text.slice(word.end, unit.end))) ||
    (role !== null && ROLE_PATTERNS[role].test(next))
  );
}

const isActivityNoun = (noun: string): boolean => relationOfNoun(noun.toLowerCase()) !== null;

/** Whether the written word is a different noun with the same stem: "airliners" are not "airlines". */
function isAnother(written: string, { noun, family }: Key): boolean {
  const one = baseForm(written, "noun");
  return one !== null && one !== noun && /er$/.test(one) && !/er$/.test(noun) && !family.has(stem(one));
}

/** Whether a word names a kind of the thing, by WordNet: lorries are trucks. */
const isKindOf = ({ written }: UnitWord, { noun }: Thing): boolean =>
  written.length >= SHORTEST_KIND && hasAncestor(singular(written.toLowerCase()), [noun]);
