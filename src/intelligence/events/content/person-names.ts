import { isPersonName } from "#foundation/language/people-names";
import { isStopWord } from "#foundation/language/stop-words";
import { isDictionaryWord } from "./names.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Matches a name as people write theirs, and an initial. Abbreviations and brands in capitals are neither. */
const WRITTEN = /^\p{Lu}(?:\p{L}|[-'’.])*\p{Ll}/u;
const INITIAL = /^\p{Lu}\.?$/u;

/**
 * Returns whether words `from` to `to` (exclusive) are a first name and one or two surnames: "Edward Snowden". A surname
 * that no list has counts behind a first name that is no other word ("Mindy Kaling"). A first name that is also a word
 * ("Mark") needs a surname of the list. A hyphen joins two names ("Chiquita-Fyffes").
 */
export function isPerson({ text, words }: ReadSentence, from: number, to: number): boolean {
  const name = words.slice(from, to);
  const [first, ...others] = name;
  const last = others.at(-1);
  if (first === undefined || last === undefined || others.length > 2) return false;
  if (!name.every((word) => (WRITTEN.test(word.text) || INITIAL.test(word.text)) && !isStopWord(word.lower)))
    return false;
  if (/\p{L}-\p{L}/u.test(text.slice(first.start, last.end))) return false;
  if (!isPersonName(first.lower) || INITIAL.test(first.text)) return false;
  if (isDictionaryWord(first.lower)) return isPersonName(last.lower) && !isDictionaryWord(last.lower);
  return isPersonName(last.lower) || !isDictionaryWord(last.lower);
}
