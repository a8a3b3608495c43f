import { companyNames } from "./company-names.ts";
import { joinedKey, nameWords } from "./name-words.ts";

/** A place where a text names a company: `text.slice(start, end)`. */
export interface NameSpot {
  start: number;
  end: number;
}

/** Longest name searched for, in words. */
const MAX_WORDS = 8;

/**
 * Returns a finder of the mentions of a company that is already linked. It searches for its record's names, its domain,
 * and the words that linked the text. It does not tell namesakes apart, because linking has done so.
 *
 * @returns a function from a text to the positions of the names, from left to right, the longest where several begin
 */
export function nameFinder(
  company: { name: string; domain: string },
  quotes: readonly string[] = [],
): (text: string) => NameSpot[] {
  const written = [company.domain, ...quotes];
  const keys = new Set([
    ...companyNames(company).map(({ key }) => key),
    ...written.map((one) => joinedKey(nameWords(one))).filter((key) => key !== ""),
  ]);
  return (text) => {
    const words = nameWords(text);
    const spots: NameSpot[] = [];
    for (let first = 0; first < words.length; ) {
      let last = Math.min(words.length, first + MAX_WORDS) - 1;
      const start = words[first]?.start ?? 0;
      const isNamed = () => /^[\p{Lu}\p{N}]/u.test(text.slice(start)) || text.startsWith(company.domain, start);
      while (last >= first && !keys.has(joinedKey(words.slice(first, last + 1)))) last--;
      if (last >= first && isNamed()) spots.push({ start, end: words[last]?.end ?? start });
      first = Math.max(first, last) + 1;
    }
    return spots;
  };
}
