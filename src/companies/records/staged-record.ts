import { createHash } from "node:crypto";
import { copyLine } from "#foundation/db/copy-text";
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
}

export function stagingRow({ line, company, lei, duns, given }: StagedRecord): StagingRow {
  const facts: Record<string, unknown> = {};
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
  const readings = { readings: storableJson(values), spans: JSON.stringify(spans) };
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
  };
}

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
