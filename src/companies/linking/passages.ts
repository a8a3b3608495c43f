import { withoutAgencyMark } from "#foundation/language/agency-mark";
import { type NameWord, nameWords } from "./name-words.ts";
import { wordClass } from "./word-class.ts";

/** A title or a body of text, split into words. */
export interface Passage {
  text: string;
  words: NameWord[];
  /** Whether capitals mark names here. They do not in headlines In Title Case or IN CAPITALS. */
  capitalsTell: boolean;
  isTitle: boolean;
}

/** A run of words that may be a company's name: `words[first]` to `words[last]`, both inclusive. */
export interface NameSpan {
  passage: Passage;
  first: number;
  last: number;
  key: string;
}

/** Number of characters of a body that are read: news names its subject early. */
const MAX_TEXT = 8_000;
/** Longest name searched for, in words. */
const MAX_WORDS = 8;
/** Small words inside names. */
const INNER = new Set(
  "of the and for in on de la le du des di da del della der den das van von und et y e do dos as".split(" "),
);

export function passagesOf(title: string, text: string): Passage[] {
  const passages = [passage(withoutAgencyMark(title), true)];
  if (text !== "" && text !== title) passages.push(passage(text.slice(0, MAX_TEXT), false));
  return passages;
}

function passage(text: string, isTitle: boolean): Passage {
  const words = nameWords(text);
  return { text, words, capitalsTell: capitalsTell(words), isTitle };
}

/**
 * Whether capitals mark names: most longer words but the first are in lower case. Two words cannot show that, so a
 * short headline counts as title case.
 */
function capitalsTell(words: readonly NameWord[]): boolean {
  const longer = words.slice(1).filter(({ written }) => /^\p{L}{4,}$/u.test(written));
  const lower = longer.filter(({ written }) => /^\p{Ll}/u.test(written)).length;
  return lower >= 2 && lower >= longer.length * 0.4;
}

const isCapital = ({ written }: NameWord) => /^[\p{Lu}\p{Lt}\p{N}]/u.test(written) || /\p{Lu}/u.test(written);

/** Whether a name begins in lower case and is no English word: "igus", "sonnen". */
const isSmallName = ({ key, written }: NameWord) =>
  written.length >= 4 && /^\p{Ll}/u.test(written) && wordClass(key) === "rare";

/** Returns all runs of words that begin and end like a name and have only words of names between. */
export function nameSpans(passage: Passage): NameSpan[] {
  const { words } = passage;
  const spans: NameSpan[] = [];
  words.forEach((word, first) => {
    if (!isCapital(word)) {
      if (isSmallName(word)) spans.push({ passage, first, last: first, key: word.key });
      return;
    }
    let key = "";
    for (let last = first; last < words.length && last < first + MAX_WORDS; last++) {
      const next = words[last];
      if (next === undefined || (last > first && !isJoined(passage, last))) break;
      if (!isCapital(next) && !INNER.has(next.key)) break;
      key += next.key;
      if (isCapital(next)) spans.push({ passage, first, last, key });
    }
  });
  return spans;
}

/**
 * Whether a word may continue the name before it, separated only by a space, a hyphen or the full stop of a short
 * abbreviation.
 */
export function isJoined({ text, words }: Passage, at: number): boolean {
  const before = words[at - 1];
  const word = words[at];
  if (before === undefined || word === undefined) return false;
  const gap = text.slice(before.end, word.start);
  return /^(?:\s?[-–‑]\s?|[ \u00a0]?|['’]s? )$/.test(gap) || (/^\. $/.test(gap) && before.written.length <= 3);
}
