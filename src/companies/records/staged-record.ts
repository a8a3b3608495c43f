import { createHash } from "node:crypto";
import { arrayText, copyLine } from "#foundation/db/copy-text";
import { isStorableText } from "#foundation/language/storable-text";
import { COMPANY_FIELDS, type CompanyRecord } from "../company-record.ts";
import { readCompany } from "../readings/read-company.ts";

/** A row of a source: what was read of it, and the row itself. */
export interface StagedRecord {
  /** The physical line; 0 where it came in no file. */
  line: number;
  company: CompanyRecord;
  /** ISO 17442. */
  lei: string | null;
  /** D-U-N-S number. */
  duns: string | null;
  /** The row as it came: heading or key, and the cell; without empty cells. */
  given: Readonly<Record<string, unknown>>;
  /** The row's own key in its source; absent: its domain stands for it. */
  ref?: string;
  /** What it identifies the company by, beside `lei` and the ISIN (`source_records.keys`). */
  keys?: readonly string[];
  /** What it names the parent by. */
  parentKeys?: readonly string[];
  /** Whether it was joined to its company by a key or a name, and names no domain itself. */
  isJoined?: boolean;
  /** What it says that is no field of a company. */
  besides?: Readonly<Record<string, unknown>>;
  /** Values that come after every column, such as the industry of a register's code. */
  derived?: Readonly<Record<string, unknown>>;
}

/** A record as `staged_companies` takes it; the JSON as text. */
export interface StagingRow {
  line: number;
  domain: string;
  name: string;
  description: string;
  country: string | null;
  city: string | null;
  isin: string | null;
  lei: string | null;
  duns: string | null;
  given: string;
  facts: string;
  digest: string;
  /** What was read of it beside its columns, and where. */
  readings: string;
  spans: string;
  ref: string;
  /** Arrays as text, which COPY and a cast read alike. */
  keys: string;
  parent_keys: string;
  is_joined: boolean;
}

export function stagingRow(record: StagedRecord): StagingRow {
  const { line, company, lei, duns, given, ref = "", parentKeys = [], isJoined = false } = record;
  const facts: Record<string, unknown> = { ...record.besides };
  for (const field of COMPANY_FIELDS) {
    const value = company[field];
    if (field !== "domain" && !isAbsent(value)) facts[field] = value;
  }
  if (lei !== null) facts.lei = lei;
  if (duns !== null) facts.duns = duns;
  const [row, read] = [storableJson(given), storableJson(facts)];
  const digest = createHash("md5").update(row).update("\n").update(read).digest("hex");
  const { domain, name, description, country, city, isin } = company;
  const { values, spans } = readCompany(company);
  const readings = { readings: storableJson({ ...record.derived, ...values }), spans: JSON.stringify(spans) };
  return {
    line,
    domain,
    name,
    description,
    country,
    city,
    isin,
    lei,
    duns,
    given: row,
    facts: read,
    digest,
    ...readings,
    ref,
    keys: arrayText(keysOf(record)),
    parent_keys: arrayText(parentKeys),
    is_joined: isJoined,
  };
}

/** What a record identifies its company by. A symbol is that of FinanceDatabase's column. */
function keysOf({ company, lei, given, keys = [] }: StagedRecord): string[] {
  const { symbol } = given;
  const own = [
    lei === null ? null : `lei:${lei}`,
    company.isin === null ? null : `isin:${company.isin}`,
    typeof symbol === "string" ? `ticker:${symbol.trim().toUpperCase()}` : null,
  ];
  return [...new Set([...own.filter((key) => key !== null), ...keys])].filter(
    (key) => key.length <= LONGEST_KEY && isStorableText(key),
  );
}

/** A longer cell is no key. */
const LONGEST_KEY = 100;

/** The columns of `staged_companies` that a row of a source fills. */
export const STAGED_COLUMNS = [
  "line",
  "domain",
  "name",
  "description",
  "country",
  "city",
  "isin",
  "lei",
  "duns",
  "given",
  "facts",
  "digest",
  "readings",
  "spans",
  "ref",
  "keys",
  "parent_keys",
  "is_joined",
] as const satisfies readonly (keyof StagingRow)[];

/** One row of COPY's text for `COPY_INTO_STAGING`. */
export function toStagingLine(record: StagedRecord): string {
  const row = stagingRow(record);
  return copyLine(STAGED_COLUMNS.map((column) => row[column]));
}

const isAbsent = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** JSON that `jsonb` takes: U+0000 and halves of surrogate pairs are left out, which no text of PostgreSQL's can have. */
function storableJson(value: object): string {
  const json = JSON.stringify(value);
  if (!json.includes("\\u")) return json;
  const clean = (text: string) => text.replaceAll("\u0000", "").toWellFormed();
  return JSON.stringify(value, (_key, held: unknown) => {
    if (typeof held === "string") return clean(held);
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held;
    return Object.fromEntries(Object.entries(held).map(([key, inner]) => [clean(key), inner]));
  });
}
