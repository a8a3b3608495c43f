import { stem } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { foldCase } from "#foundation/language/tokenize";
import { CURRENCY_CODES } from "./currency-codes.ts";

/** A word or number of a sentence. `start` and `end` are offsets in the sentence's text, in UTF-16 units. */
export interface ReadWord {
  text: string;
  /** Lower case, without accents and without the possessive ending. */
  lower: string;
  stem: string;
  /** The value of digits ("20,000" → 20000); null for words. */
  number: number | null;
  capital: boolean;
  possessive: boolean;
  start: number;
  end: number;
  /** True if a colon, a dash, a bracket, "@" or the end of a sentence precedes it. */
  afterBreak: boolean;
}

/** A sentence of an observation, with its words. */
export interface ReadSentence {
  text: string;
  words: readonly ReadWord[];
  /** True if most words have a capital, so that capitals do not mark names. */
  titleCase: boolean;
}

/** A currency is apart from the digits behind it: "Rs500", "SEK5m", "R5.2 billion". */
const CURRENCY = String.raw`(?:Rs|kr|RMB|RM|${CURRENCY_CODES.join("|")})(?=\d)|R(?=\d+(?:[.,]\d+)?[\s-]?(?:[mb]illion|trillion|trn|[bt]n|m)\b)`;
/** "1.200.000" and "1.234,56". A single point is that of decimals. */
const POINTED = String.raw`\d{1,3}(?:\.\d{3}){1,6},\d{2}(?!\d)|\d{1,3}(?:\.\d{3}){2,6}(?!\.?\d)`;
/** "2,5": a group of thousands would have three digits. */
const DECIMAL_COMMA = String.raw`(?<![\d,.])\d{1,3},\d{1,2}(?!\d|[,.]\d)`;
/**
 * Digits with their groups: a comma, an apostrophe, a narrow space or a space. Groups of lakhs have two digits. The
 * number of groups is limited, because a search for their end must not take long.
 */
const GROUPED = String.raw`\d{1,3}(?:[,\u00a0\u202f]\d{2,3}){0,6}[,\u00a0\u202f]\d{3}(?!\d)(?:\.\d+)?|\d{1,3}(?:['’]\d{3}){1,6}(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d,.]\d|\d)(?:\.\d+)?`;
/** A currency, digits, initials, or letters with inner apostrophes. */
const WORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${CURRENCY})|${POINTED}|${DECIMAL_COMMA}|${GROUPED}|\d+(?:\.\d+)?|(?:\p{L}\.){2,}(?:\p{L}\b)?|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*`,
  "gu",
);
const BREAK = /[;:!?()[\]{}|–—…•@]|\s-+\s/;
const FULL_STOP = /\.(?:\s|$)/;
/** Maximum letters of a capitalised word after which a full stop does not end the sentence: "Mt.", "St.", "Jos.". */
const ABBREVIATION = 3;
/** A sentence is in title case if more than this share of its longer words after the first has a capital. */
const TITLE_CASE_SHARE = 0.6;

/** Reads a sentence in time linear in its length. */
export function readSentence(text: string): ReadSentence {
  const words: ReadWord[] = [];
  let previousEnd = 0;
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    const isNumber = /^\d/.test(raw);
    const possessive = !isNumber && /['’]s$/i.test(raw);
    const written = possessive ? raw.slice(0, -2) : raw;
    const lower = foldCase(written.replace(/^((?:\p{L}\.)+)(\p{L}?)$/u, (whole) => whole.replaceAll(".", "")));
    words.push({
      text: written,
      lower,
      stem: isNumber ? lower : stem(lower),
      number: isNumber ? valueOfDigits(raw) : null,
      capital: /^\p{Lu}/u.test(written),
      possessive,
      start: match.index,
      end: match.index + written.length,
      afterBreak: words.length > 0 && isBreak(text.slice(previousEnd, match.index), words.at(-1) as ReadWord),
    });
    previousEnd = match.index + raw.length;
  }
  return { text, words, titleCase: isTitleCase(words) };
}

const COMMA_OF_DECIMALS = /^\d{1,3}(?:\.\d{3})*,\d{1,2}$/;
const POINTS_OF_GROUPS = /^\d{1,3}(?:\.\d{3}){2,}$/;

function valueOfDigits(digits: string): number {
  if (COMMA_OF_DECIMALS.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  return Number(digits.replace(POINTS_OF_GROUPS.test(digits) ? /\./g : /[,\s'’]/g, ""));
}

function isBreak(between: string, { text, capital }: ReadWord): boolean {
  if (between === " ") return false;
  return BREAK.test(between) || (FULL_STOP.test(between) && !(capital && text.length <= ABBREVIATION));
}

function isTitleCase(words: readonly ReadWord[]): boolean {
  const telling = words
    .slice(1)
    .filter(({ number, lower }) => number === null && lower.length > 3 && !isStopWord(lower));
  return telling.length > 0 && telling.filter(({ capital }) => capital).length / telling.length > TITLE_CASE_SHARE;
}

/** Returns the text of words `from` to `to` (exclusive), as written. */
export function wordsText({ text, words }: ReadSentence, from: number, to: number): string {
  const first = words[from];
  const last = words[to - 1];
  return first && last ? text.slice(first.start, last.end) : "";
}
