import { foldCase } from "#foundation/language/tokenize";

/** A word of a name or a text: `text.slice(start, end)` is its spelling, `key` its form for comparison. */
export interface NameWord {
  /** Lower case, no accents, no dots, no possessive: "L'Oréal’s" → "loreal", "U.S." → "us"; "&" and "+" are "and". */
  key: string;
  /** The word as written, without the possessive. */
  written: string;
  start: number;
  end: number;
}

/**
 * Initials with dots, forms like "A/S", words with inner apostrophes, a dot before a letter inside a word ("E.ON",
 * "Amazon.com"), and signs for "and".
 */
const WORD =
  /(?:\p{L}\.){2,}\p{L}?|\p{L}\/\p{L}(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.](?=\p{L})[\p{L}\p{M}\p{N}]+)*|[&+]/gu;

const POSSESSIVE = /(?:['’]s|(?<=s)['’])$/i;

/** Letters that Unicode decomposition leaves whole. */
const PLAIN: Readonly<Record<string, string>> = { ø: "o", ł: "l", æ: "ae", œ: "oe", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Returns the words of a text in order. Hyphens and spaces separate alike. */
export function nameWords(text: string): NameWord[] {
  const found: NameWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const written = match[0].replace(POSSESSIVE, "");
    const key = wordKey(written);
    if (key !== "") found.push({ key, written, start: match.index, end: match.index + written.length });
  }
  return found;
}

function wordKey(written: string): string {
  if (written === "&" || written === "+") return "and";
  return foldCase(written)
    .replace(/[øłæœđðþı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’./]/g, "");
}

/** Returns the key of a name: its words joined, so that "Exxon Mobil", "Exxon-Mobil" and "ExxonMobil" are equal. */
export const joinedKey = (words: readonly NameWord[]): string => words.map(({ key }) => key).join("");
