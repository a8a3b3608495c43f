import { cleanText } from "../clean-text.ts";
import { MAX_LABELS, MAX_LENGTH } from "../company-record.ts";
import { isNothing } from "./amounts.ts";
import type { Cell } from "./cells.ts";
import type { FileField } from "./headings.ts";
import { RowProblem, readText } from "./read-text.ts";

/**
 * Reads the labels of a list: JSON arrays as they are, texts split at `;` and `|`. Drops empty ones and repetitions (in
 * any case).
 */
export function readLabels(field: FileField, cells: readonly Cell[]): string[] {
  return distinct(
    field,
    cells.flatMap(({ value }) => (typeof value === "string" ? cutAt(/[;|]/, value) : asList(value))),
  );
}

/**
 * Reads keywords as people list them: a cell without `;` is split at its commas. An entry too long for a label is a
 * text about the company ("Our products are …").
 */
export function readKeywords(cells: readonly Cell[]): { labels: string[]; texts: string[] } {
  const texts: string[] = [];
  const values = cells.flatMap(({ value }) => {
    if (typeof value !== "string") return asList(value);
    const labels = cutAt(/[;|]/.test(withoutEntities(value)) ? /[;|]/ : /,(?!\d)/, value);
    if (labels.every((label) => label.trim().length <= MAX_LENGTH.label)) return labels;
    texts.push(readText("keywords", value, MAX_LENGTH.description));
    return [];
  });
  return { labels: distinct("keywords", values), texts };
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Decodes entities such as "R&amp;D" before splitting, because their semicolon separates nothing. */
const cutAt = (separator: RegExp, text: string): string[] =>
  isNothing(text.trim()) ? [] : withoutEntities(text).split(separator);

function withoutEntities(text: string): string {
  return text.includes("&") ? text.replace(/&[a-z0-9#]{2,10};/gi, (entity) => cleanText(entity)) : text;
}

function distinct(field: FileField, values: readonly unknown[]): string[] {
  const labels = new Map<string, string>();
  for (const value of values) {
    const label = readText(field, value, MAX_LENGTH.label);
    const key = label.toLowerCase();
    if (label !== "" && !labels.has(key)) labels.set(key, label);
  }
  if (labels.size > MAX_LABELS)
    throw new RowProblem(`${field}: ${labels.size} labels, at most ${MAX_LABELS} are taken`);
  return [...labels.values()];
}
