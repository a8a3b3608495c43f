import { columnPositions, normaliseColumn, shownColumn, shownHeader } from "#foundation/files/header";
import type { CompanyField } from "../company-record.ts";
import { COMPANY_FIELDS } from "../company-record.ts";

/** A way to name columns. Several sources for one field make a list, in this order. */
interface Layout {
  name: "market" | "financedatabase";
  sources: Partial<Record<CompanyField, readonly string[]>>;
  /** Columns that belong to the layout and are not used. */
  ignored: readonly string[];
}

const MARKET: Layout = {
  name: "market",
  sources: Object.fromEntries(COMPANY_FIELDS.map((field) => [field, [field]])),
  ignored: [],
};

/** The equities files of FinanceDatabase (github.com/JerBouma/FinanceDatabase), as published in 2026. */
const FINANCE_DATABASE: Layout = {
  name: "financedatabase",
  sources: {
    name: ["name"],
    description: ["summary"],
    industries: ["sector", "industry_group", "industry"],
    url: ["website"],
    country: ["country"],
    state: ["state"],
    city: ["city"],
    postalCode: ["zipcode"],
    isin: ["isin"],
  },
  ignored: [
    "symbol",
    "currency",
    "exchange",
    "market",
    "market_cap",
    "cusip",
    "figi",
    "composite_figi",
    "shareclass_figi",
  ],
};

/** Where each field stands in a row of a file. */
export interface ColumnBinding {
  layout: Layout["name"];
  /** Positions of the field's columns; absent: the file does not have the field. */
  columns: ReadonlyMap<CompanyField, readonly number[]>;
  /** Names that neither layout knows, as written. */
  unknown: string[];
}

/**
 * Finds the layout of a file by its column names: any order, any case; spaces, `_` and `-` in names do not matter. Ours
 * when there is a `domain` or `url`, FinanceDatabase's when there is a `website`.
 * @returns the binding, or a sentence that says what was found and what is needed.
 */
export function bindColumns(names: readonly string[]): ColumnBinding | { problem: string } {
  const positions = columnPositions(names);
  if ("problem" in positions) return positions;
  const isMarket = positions.has("domain") || positions.has("url");
  if (!positions.has("name") || !(isMarket || positions.has("website"))) return { problem: describeMissing(names) };

  const layout = isMarket ? MARKET : FINANCE_DATABASE;
  const columns = new Map<CompanyField, number[]>();
  const known = new Set(layout.ignored.map(normaliseColumn));
  for (const field of COMPANY_FIELDS) {
    const sources = (layout.sources[field] ?? []).map(normaliseColumn);
    for (const source of sources) known.add(source);
    const found = sources.map((source) => positions.get(source)).filter((position) => position !== undefined);
    if (found.length > 0) columns.set(field, found);
  }
  const unknown = names.filter((name) => normaliseColumn(name) !== "" && !known.has(normaliseColumn(name)));
  return { layout: layout.name, columns, unknown: unknown.map(shownColumn) };
}

/** Whether either layout has a column of this name. */
export function isKnownColumn(name: string): boolean {
  return KNOWN.has(normaliseColumn(name));
}

const KNOWN: ReadonlySet<string> = new Set(
  [MARKET, FINANCE_DATABASE]
    .flatMap((layout) => [...Object.values(layout.sources).flat(), ...layout.ignored])
    .map(normaliseColumn),
);

function describeMissing(names: readonly string[]): string {
  return `found ${shownHeader(names)}; needed: "name" and one of "domain", "url" (our layout) or "website" (FinanceDatabase)`;
}
