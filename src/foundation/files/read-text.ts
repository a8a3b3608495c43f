import { plainText } from "../language/plain-text.ts";
import { isStorableText } from "../language/storable-text.ts";

/** Thrown inside this room only: the row cannot be taken. */
export class RowProblem extends Error {}

/**
 * Control characters of C0 and C1 but white space. Those of C1 are also what Windows-1252 becomes when it is read as Latin-1:
 * the sign of a file in another encoding.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

/**
 * The text of a cell, or of an object's value: HTML out, white space collapsed. A longer text is cut at `maxLength`, which is
 * added to `notes`.
 * @throws RowProblem where it is no text, or no text that can be kept.
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

/** At most so many characters, without half of a surrogate pair at the end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length).trimEnd();
}

/** As it is written; of an object such as `{"id": null, "name": "Daily Kite"}` the name. */
function asText(field: string, raw: unknown): string {
  if (raw === undefined || raw === null) return "";
  if (typeof raw === "string") return raw;
  if (typeof raw === "number" && Number.isFinite(raw)) return String(raw);
  if (typeof raw === "object" && "name" in raw && (typeof raw.name === "string" || raw.name === null))
    return raw.name ?? "";
  throw new RowProblem(`${field}: text expected, found ${Array.isArray(raw) ? "a list" : typeof raw}`);
}
