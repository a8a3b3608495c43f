import { createHash } from "node:crypto";
import { arrayText, copyLine } from "#foundation/db/copy-text";
import { isStorableText } from "#foundation/language/storable-text";
import { COMPANY_FIELDS, type CompanyRecord } from "../company-record.ts";
import { readCompany } from "../readings/read-company.ts";

/** A row of a source: what was read from it, and the row itself. */
export interface StagedRecord {
  /** Physical line; 0 where it came in no file. */
  line: number;
  company: CompanyRecord;
  /** ISO 17442. */
  lei: string | null;
  /** D-U-N-S number. */
  duns: string | null;
  /** The row as it came: cells by heading or key, without empty cells. */
  given: Readonly<Record<string, unknown>>;
  /** The row's own key in its source; absent where its domain serves as the key. */
  ref?: string;
  /** Further keys that identify the company, beside `lei` and the ISIN (`source_records.keys`). */
  keys?: readonly string[];
  /** Keys that identify the parent. */
  parentKeys?: readonly string[];
  /** Whether that parent is the ultimate one. */
  isParentUltimate?: boolean;
  /** Whether a key or a name joined it to its company, so that it names no domain itself. */
  isJoined?: boolean;
  /** Values that are no fields of a company. */
  besides?: Readonly<Record<string, unknown>>;
  /** Values that come after every column, such as the industry of a register's code. */
  derived?: Readonly<Record<string, unknown>>;
}

/** A record in the form of `staged_companies`; its JSON is text. */
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
  /** Facts read from its texts, and their sentences. */
  readings: string;
  spans: string;
  ref: string;
  /** Arrays as text, which both COPY and a cast can read. */
  keys: string;
  parent_keys: string;
  parent_is_ultimate: boolean;
  is_joined: boolean;
}

export function stagingRow(record: StagedRecord): StagingRow {
  const {
    line,
    company,
    lei,
    duns,
    given,
    ref = "",
    parentKeys = [],
    isParentUltimate = false,
    isJoined = false,
  } = record;
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
  const readings = { readings: storableJson({ ...record.derived, ...values }), spans: storableJson(spans) };
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
    parent_is_ultimate: isParentUltimate,
    is_joined: isJoined,
  };
}

/** Returns the keys by which a record identifies its company. A symbol is that of FinanceDatabase's column. */
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

/** Longest key, in characters; a longer cell is no key. */
const LONGEST_KEY = 100;

/** The columns of `staged_companies` that a source's row fills. */
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
  "parent_is_ultimate",
  "is_joined",
] as const satisfies readonly (keyof StagingRow)[];

/** Formats one row as COPY text for `COPY_INTO_STAGING`. */
export function toStagingLine(record: StagedRecord): string {
  const row = stagingRow(record);
  return copyLine(STAGED_COLUMNS.map((column) => row[column]));
}

const isAbsent = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Returns JSON that `jsonb` accepts: without U+0000 and halves of surrogate pairs, which PostgreSQL's texts cannot
 * have.
 */
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
