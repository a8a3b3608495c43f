import { decodeHTMLStrict } from "entities";

/** Matches tags by shape: a letter must follow the bracket, so that "x < y" stays. */
const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;
const BLOCK = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
/** Soft hyphens, zero-width and direction marks: invisible, but they make equal names differ. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** C0 and C1 controls other than tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Whether the text has a control character that does not belong in text, the sign of a damaged file. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}

/**
 * Returns plain text on one line. Removes HTML tags and invisible marks, decodes entities, composes Unicode (NFC), and
 * collapses white space. Text without `<` and `&` skips the HTML part.
 */
export function cleanText(text: string): string {
  let plain = text;
  if (plain.includes("&") || plain.includes("<")) {
    // Decodes before it removes tags, because feeds escape whole fragments: "&lt;p&gt;Makers of …&lt;/p&gt;".
    plain = plain.includes("&") ? decodeHTMLStrict(plain) : plain;
    plain = plain.replace(COMMENT, " ").replace(BLOCK, " ").replace(TAG, " ");
  }
  return plain.normalize("NFC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}
