/** Whether PostgreSQL can keep a text and UTF-8 can carry it: neither U+0000 nor half of a surrogate pair is in it. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
