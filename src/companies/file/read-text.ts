import { cleanText, hasControlCharacters } from "../clean-text.ts";
import type { FileField } from "./headings.ts";

/** The row cannot be taken. */
export class RowProblem extends Error {}

/** Reads a value as text on one line, "" where there is none. @throws RowProblem */
export function readText(field: FileField, raw: unknown, maxLength: number): string {
  if (raw === undefined || raw === null || raw === "") return "";
  const given = typeof raw === "number" && Number.isFinite(raw) ? String(raw) : raw;
  if (typeof given !== "string") throw new RowProblem(`${field}: text expected, found ${kindOf(raw)}`);
  if (hasControlCharacters(given)) throw new RowProblem(`${field}: holds control characters`);
  const text = cleanText(given);
  if (text.length > maxLength)
    throw new RowProblem(`${field}: ${text.length} characters, at most ${maxLength} are taken`);
  return text;
}

/** Quotes a value in a sentence, shortened where it is long. */
export function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return value === null ? "null" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
