/** A word of a text with its position: `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface Word {
  key: string;
  start: number;
  end: number;
}

/** Letters with marks and inner apostrophes, or initials with dots such as "U.S." */
const WORD = /(?:\p{L}\.){2,}(?:\p{L}\b)?|\p{L}[\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;

/** Splits a text into words keyed for look-up: lower case, no diacritics, no dots, no possessive 's. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const key = wordKey(match[0]);
    if (key) found.push({ key, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function wordKey(word: string): string {
  return word
    .replace(/['’]s$/i, "")
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[łŁ]/g, "l")
    .replace(/[æÆ]/g, "ae")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[.'’]/g, "")
    .toLowerCase();
}

/**
 * Returns the look-up key of a name in any spelling: "Côte-d’Ivoire" → "cote divoire", "Bosnia & Herzegovina" → "bosnia
 * and herzegovina".
 */
export function nameKey(name: string): string {
  return words(name.replaceAll("&", " and "))
    .map((word) => word.key)
    .join(" ");
}
