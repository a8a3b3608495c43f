import { findPlaces } from "#foundation/geography/find-places";
import { isStopWord } from "#foundation/language/stop-words";
import { baseForm } from "#foundation/language/wordnet";
import { isCalendar, isDictionaryWord } from "./names.ts";
import type { ReadSentence, ReadWord } from "./read-sentence.ts";

const CITY = "city";
/** Entity types by the gazetteer's kinds. */
const PLACE_KINDS = new Map([
  ["country", "country"],
  ["demonym", "country"],
  ["state", "region"],
  ["city", CITY],
]);
/** The entity types of places. */
export const PLACE_TYPES: ReadonlySet<string> = new Set(PLACE_KINDS.values());

/** A place in a sentence. `start` and `end` are offsets in its text. */
export interface Place {
  start: number;
  end: number;
  name: string;
  /** The name of one of the taxonomy's entity types. */
  kind: string;
}

/** Finds the countries, regions and cities of a sentence of news. */
export function placesIn({ text, words, titleCase }: ReadSentence): Place[] {
  return findPlaces(text, { isProse: true }).flatMap(({ start, end, name, kind, preposition }) => {
    const entityType = PLACE_KINDS.get(kind);
    // In a sentence with capitals on all words, a city needs its preposition.
    if (entityType === undefined || (kind === CITY && titleCase && preposition === null)) return [];
    const at = words.findIndex((word) => word.start >= start);
    if (kind === CITY && isOtherName(words[at - 1], words[at], preposition)) return [];
    if (kind === CITY && titleCase && isOrdinary(words[at], words[at + 1])) return [];
    if (kind === "country" && titleCase && isEndOfCompound(words[at - 1], words[at])) return [];
    return [{ start, end, name, kind: entityType }];
  });
}

/** Returns whether an ordinary word describes the next one, where all have capitals: "Nice" of "Stretch of Nice Weather". */
const isOrdinary = (word: ReadWord | undefined, next: ReadWord | undefined): boolean =>
  word !== undefined && next?.capital === true && !next.afterBreak && isDictionaryWord(word.lower);

/** Returns whether an ordinary word belongs to the name before it, where all have capitals: "Texas Reunion". */
const isEndOfCompound = (before: ReadWord | undefined, word: ReadWord | undefined): boolean =>
  word !== undefined &&
  before?.capital === true &&
  !word.afterBreak &&
  isDictionaryWord(word.lower) &&
  !isStopWord(before.lower) &&
  baseForm(before.lower, "verb") === null;

/** Returns whether a word is not a city: "March" the month, "the Orion Nebula", "American Eagle". */
function isOtherName(before: ReadWord | undefined, word: ReadWord | undefined, preposition: string | null): boolean {
  if (word === undefined || isCalendar(word.lower)) return true;
  if (before === undefined || word.afterBreak || before.lower === preposition?.toLowerCase()) return false;
  return before.lower === "the" || (before.capital && !isStopWord(before.lower) && before.end + 1 === word.start);
}
