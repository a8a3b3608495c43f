/** A value as COPY's text format can carry it. */
export type CopyValue = string | number | boolean | Date | null | readonly (string | number)[];

/** Formats one row in PostgreSQL's COPY text format, with its line break. Texts must be storable (`isStorableText`). */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(copyCell).join("\t")}\n`;
}

function copyCell(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (typeof value === "string") return escapeCopy(value);
  if (value instanceof Date) return value.toISOString();
  return escapeCopy(arrayText(value));
}

/** Formats an array as PostgreSQL's text. */
export const arrayText = (values: readonly (string | number)[]): string =>
  `{${values.map((item) => (typeof item === "number" ? item : quoteElement(item))).join(",")}}`;

function quoteElement(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escapeCopy(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
