import { columnPositions, normaliseColumn, shownColumn, shownHeader } from "#foundation/files/header";

/** The columns of a table of identifiers, with all their names. */
const NAMES = {
  domain: ["domain", "companyDomain", "website", "companyUrl", "url"],
  isin: ["isin"],
  name: ["name", "companyName", "legalName", "company"],
  country: ["country", "countryCode"],
  duns: ["duns", "dunsNumber", "d-u-n-s"],
  lei: ["lei"],
  source: ["source"],
} as const;

export type IdentifierField = keyof typeof NAMES;

const FIELDS = Object.entries(NAMES) as [IdentifierField, readonly string[]][];
const KNOWN: ReadonlySet<string> = new Set(FIELDS.flatMap(([, names]) => names.map(normaliseColumn)));

/** The position of each field in a row. */
export interface IdentifierColumns {
  columns: ReadonlyMap<IdentifierField, number>;
  unknown: string[];
}

/** Whether a column of this name is one of the layout's. */
export function isIdentifierColumn(name: string): boolean {
  return KNOWN.has(normaliseColumn(name));
}

/** Finds the fields of a header, in any order and case, or says what is missing. GLEIF's `LEI,ISIN` is such a header. */
export function bindIdentifierColumns(names: readonly string[]): IdentifierColumns | { problem: string } {
  const positions = columnPositions(names);
  if ("problem" in positions) return positions;
  const columns = new Map<IdentifierField, number>();
  for (const [field, spellings] of FIELDS) {
    const position = spellings.map((name) => positions.get(normaliseColumn(name))).find((found) => found !== undefined);
    if (position !== undefined) columns.set(field, position);
  }
  const missing: string[] = [];
  if (!columns.has("duns") && !columns.has("lei")) missing.push('"duns" or "lei"');
  if (!columns.has("domain") && !columns.has("isin") && !(columns.has("name") && columns.has("country")))
    missing.push('"domain", "isin", or "name" and "country"');
  if (missing.length > 0) return { problem: `found ${shownHeader(names)}; missing: ${missing.join(" and ")}` };
  const unknown = names.filter((name) => name.trim() !== "" && !isIdentifierColumn(name));
  return { columns, unknown: unknown.map(shownColumn) };
}
