import type { Span } from "./tokenize.ts";

/** Shortest passage, in UTF-16 units; shorter ones are in every text. */
const SHORTEST = 3;
/** Longest passage: a quotation is short, and a pattern of megabytes cannot be searched for. */
const LONGEST = 2_000;

/**
 * Finds a quotation in a text: letter for letter, but for case and white space, which copying may have changed.
 * @param quote 3–2,000 UTF-16 units; a shorter or longer one is found nowhere
 * @returns its first place, by offsets in UTF-16 units; null where it is not in the text
 */
export function findQuotation(text: string, quote: string): Span | null {
  if (quote.length > LONGEST) return null;
  const words = quote.trim().split(/\s+/);
  if (words.join(" ").length < SHORTEST) return null;
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "iu");
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}
