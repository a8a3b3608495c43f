import { columnPositions, normaliseColumn, shownColumn, shownHeader } from "#foundation/files/header";
import type { ColumnAnswers } from "./column-answers.ts";
import {
  type FileField,
  type Heading,
  headingKey,
  isForeignRevenue,
  isUnused,
  meaningOf,
  type Unit,
} from "./headings.ts";

/** A column to read. */
export interface Column {
  position: number;
  heading: string;
  /** Whether it has the field's own name or the user named it: then an unreadable value sets the row aside. */
  isExact: boolean;
  unit: Unit;
}

/** The position of each field in a row of a file. */
export interface ColumnBinding {
  /** `financedatabase`: an equities file of FinanceDatabase (github.com/JerBouma/FinanceDatabase), as published in 2026. */
  layout: "market" | "financedatabase";
  /** All headings as written, by position. */
  headings: readonly string[];
  /** Columns of each field, the preferred one first; absent where the file lacks the field. */
  columns: ReadonlyMap<FileField, readonly Column[]>;
  /** Names of ignored columns, as written. */
  unknown: string[];
  /** Ignored columns that may hold text about the company. */
  unread: readonly { position: number; heading: string }[];
}

/** Columns that identify a FinanceDatabase file, beside the name and the web site. */
const FINANCE_DATABASE = ["symbol", "exchange", "name", "website"];
/** FinanceDatabase columns that are not used. */
const FINANCE_DATABASE_UNUSED = new Set(
  "symbol currency exchange market cusip figi compositefigi shareclassfigi".split(" "),
);

/**
 * Finds the field of each column by its heading, in any order. Ignores case, spaces, signs and accents, and knows the
 * usual names of each field (headings.ts).
 * @param answers the user's answers about columns, which override the headings
 * @returns the binding, or a sentence that says what was found and what is needed
 */
export function bindColumns(names: readonly string[], answers: ColumnAnswers): ColumnBinding | { problem: string } {
  const read = names.map((name, position) => ({ name, position, ...answers.of(name) }));
  const used = read.filter(({ isIgnored, name }) => !isIgnored && headingKey(name) !== "");
  const bound = used.flatMap(({ name, position, field }) => {
    const meaning = field === undefined ? meaningOf(name) : saidMeaning(name, field);
    return meaning === null ? [] : [{ name, position, meaning, isSaid: field !== undefined }];
  });
  const twice = columnPositions(bound.map(({ name }) => name));
  if ("problem" in twice) return twice;

  const columns = new Map<FileField, Column[]>();
  bound.sort((a, b) => b.meaning.year - a.meaning.year || a.meaning.rank - b.meaning.rank || a.position - b.position);
  for (const { name, position, meaning, isSaid } of bound) {
    const { field } = meaning;
    const isExact = isSaid || normaliseColumn(name) === normaliseColumn(field);
    columns.set(field, [
      ...(columns.get(field) ?? []),
      { position, heading: name.trim(), isExact, unit: meaning.unit },
    ]);
  }
  if (!columns.has("name") || !(columns.has("domain") || columns.has("url")))
    return { problem: describeMissing(names, columns) };
  const keys = new Set(names.map(headingKey));
  const isFinanceDatabase = FINANCE_DATABASE.every((key) => keys.has(key));
  const boundAt = new Set(bound.map(({ position }) => position));
  const left = used.filter(
    ({ name, position }) =>
      !boundAt.has(position) && !(isFinanceDatabase && FINANCE_DATABASE_UNUSED.has(headingKey(name))),
  );
  return {
    layout: isFinanceDatabase ? "financedatabase" : "market",
    headings: names.map((name) => name.trim()),
    columns,
    unknown: left.map(({ name }) => shownColumn(name)),
    unread: left
      .filter(({ name }) => !isUnused(name))
      .map(({ name, position }) => ({ position, heading: name.trim() })),
  };
}

/**
 * Returns the meaning that the user gave a column. The column precedes all others of that field. Its figures are in US
 * dollars unless it states otherwise.
 */
function saidMeaning(name: string, field: FileField): Heading {
  const read = meaningOf(name);
  const unit = read?.field === field ? read.unit : { currency: null, scale: 1 };
  return { field, rank: -1, year: Number.MAX_SAFE_INTEGER, unit: { ...unit, currency: unit.currency ?? "USD" } };
}

/** Whether a column of this name is known; used to find the delimiter of a header. */
export function isKnownColumn(name: string): boolean {
  return meaningOf(name) !== null || isUnused(name);
}

/** Whether a column without a stated currency may hold revenue in another currency than US dollars. */
export const mayBeForeign = (column: Column): boolean =>
  column.unit.currency === null && isForeignRevenue(column.heading);

function describeMissing(names: readonly string[], columns: ReadonlyMap<FileField, unknown>): string {
  const needed = [
    ...(columns.has("name") ? [] : [`a column for the company's name ("name", "company", …)`]),
    ...(columns.has("domain") || columns.has("url") ? [] : [`one for its web site ("domain", "url", "website", …)`]),
  ].join(" and ");
  return `found ${shownHeader(names)}; needed: ${needed}. Where a column has another heading, say which it is: --column "My heading=name"`;
}
