/**
 * Text of strangers as it can be kept and shown: without control characters, which PostgreSQL (U+0000) or a terminal (escape
 * sequences) would trip over, and without halves of characters. Line ends and tabs stay.
 */
export function plainText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, " ").toWellFormed();
}

/** The same on one line, at most `longest` UTF-16 units. */
export function plainLine(text: string, longest: number): string {
  return plainText(text.slice(0, longest)).replace(/\s+/g, " ").trim();
}
