import type { Span } from "./tokenize.ts";

/** Shortest passage, in UTF-16 units: every text contains shorter ones. */
const SHORTEST = 3;
/** Longest passage, in UTF-16 units: quotations are short, and a pattern of megabytes cannot be searched for. */
const LONGEST = 2_000;

/**
 * Finds a quotation in a text, letter for letter except for case and white space, which copying may have changed.
 * @param quote 3–2,000 UTF-16 units; a shorter or longer one is never found
 * @returns the offsets of its first occurrence in UTF-16 units; null where the text lacks it
 */
export function findQuotation(text: string, quote: string): Span | null {
  if (quote.length > LONGEST) return null;
  const words = quote.trim().split(/\s+/);
  if (words.join(" ").length < SHORTEST) return null;
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "iu");
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}
