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

/** Letters that Germans and Scandinavians also write as two: "Koeln" for "Köln", "Aarhus" for "Århus". */
const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/**
 * Returns the look-up keys of a name and of its spelling without letters that other keyboards lack: "Köln" → "koln" and
 * "koeln". In Denmark and Norway "Aalborg" is also "Ålborg".
 * @param country ISO 3166-1 alpha-2
 */
export function spellingKeys(name: string, country: string): string[] {
  const spelledOut = name
    .toLowerCase()
    .normalize("NFC")
    .replace(/[äöüøå]/g, (letter) => SPELLED_OUT[letter] ?? letter);
  const ring = country === "DK" || country === "NO" ? name.replace(/aa/gi, "å") : name;
  return [...new Set([name, spelledOut, ring].map(nameKey))];
}
