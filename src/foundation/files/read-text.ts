import { plainText } from "../language/plain-text.ts";
import { isStorableText } from "../language/storable-text.ts";

/** Thrown inside this folder only: the row cannot be taken. */
export class RowProblem extends Error {}

/**
 * Control characters of C0 and C1, except white space. Windows-1252 read as Latin-1 yields those of C1, the sign of
 * another encoding.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

/**
 * Returns the text of a cell or of an object's value, without HTML and with white space collapsed. Cuts a longer text
 * at `maxLength` and adds a note.
 * @throws RowProblem where it is not text, or cannot be stored.
 */
export function readText(field: string, raw: unknown, maxLength: number, notes: string[]): string {
  const given = asText(field, raw);
  if (given === "") return "";
  if (CONTROL.test(given))
    throw new RowProblem(`${field}: holds control characters (is the file in another encoding?)`);
  if (!isStorableText(given)) throw new RowProblem(`${field}: holds half of a surrogate pair`);
  const text = plainText(given);
  if (text.length <= maxLength) return text;
  notes.push(`${field}: cut to ${maxLength.toLocaleString("en")} characters`);
  return cut(text, maxLength);
}

/** Cuts a text to a number of characters, without half of a surrogate pair at the end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length).trimEnd();
}

/** Returns a text as written, and the name of an object such as `{"id": null, "name": "Daily Kite"}`. */
function asText(field: string, raw: unknown): string {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "string") return raw;
  if (typeof raw === "number" && Number.isFinite(raw)) return String(raw);
  if (typeof raw === "object" && "name" in raw && (typeof raw.name === "string" || raw.name === null))
    return raw.name ?? "";
  throw new RowProblem(`${field}: text expected, found ${Array.isArray(raw) ? "a list" : typeof raw}`);
}
