import type { DirectoryCompany } from "./directory-company.ts";

/** Matches "The company was founded in 1988", "incorporated in 2006 and based in …", "established on May 3, 1972". */
const SENTENCE =
  /\b(?:[Ff]ounded|[Ii]ncorporated|[Ee]stablished|[Ff]ormed|[Ss]tarted)\s+(?:in|on|by [\p{L} .]{2,60}? in)\s+(?:\p{Lu}\p{L}+\s+)?(?:\d{1,2},?\s+)?(?<year>(?:1\d|20)\d{2})\b/u;

/**
 * Returns the year and position of the first sentence that states when the company was founded; null where none does.
 */
export function statedFoundingYear(description: string): { year: number; start: number; end: number } | null {
  const match = SENTENCE.exec(description);
  if (!match) return null;
  return { year: Number(match.groups?.year), start: match.index, end: match.index + match[0].length };
}

/** Returns when a company was founded, and where its record states it: the field, or the earliest of the sentences. Null where neither does. */
export function foundingYear({ founded, description }: Pick<DirectoryCompany, "founded" | "description">): {
  year: number;
  inDescription: { start: number; end: number } | null;
} | null {
  const stated = statedFoundingYear(description);
  if (typeof founded === "number" && founded !== stated?.year) return { year: founded, inDescription: null };
  if (stated === null) return null;
  return { year: stated.year, inDescription: { start: stated.start, end: stated.end } };
}
