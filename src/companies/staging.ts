import { type CopyValue, copyLine } from "#foundation/db/copy-text";
import type { CompanyRecord } from "./company-record.ts";
import type { RegisterNumbers } from "./file/read-company.ts";

/**
 * A column of the staging table: how a record fills it, and how it merges with the stored value when the file has none.
 */
interface StagedColumn {
  name: string;
  type: string;
  value(company: CompanyRecord): CopyValue;
  /** `place`: kept from the stored row only while the country is the same, because the parts of an address belong together. */
  kind: "text" | "list" | "nullable" | "place";
}

const COLUMNS: readonly StagedColumn[] = [
  { name: "name", type: "text", kind: "text", value: (c) => c.name },
  { name: "description", type: "text", kind: "text", value: (c) => c.description },
  { name: "keywords", type: "text[]", kind: "list", value: (c) => c.keywords },
  { name: "industries", type: "text[]", kind: "list", value: (c) => c.industries },
  { name: "url", type: "text", kind: "text", value: (c) => c.url },
  { name: "country", type: "text", kind: "nullable", value: (c) => c.country },
  { name: "state", type: "text", kind: "place", value: (c) => c.state },
  { name: "city", type: "text", kind: "place", value: (c) => c.city },
  { name: "postal_code", type: "text", kind: "place", value: (c) => c.postalCode },
  { name: "latitude", type: "float8", kind: "place", value: (c) => c.latitude },
  { name: "longitude", type: "float8", kind: "place", value: (c) => c.longitude },
  { name: "employees", type: "integer", kind: "nullable", value: (c) => c.employees },
  { name: "revenue_usd", type: "float8", kind: "nullable", value: (c) => c.revenueUsd },
  { name: "previous_employees", type: "integer", kind: "nullable", value: (c) => c.previousEmployees },
  { name: "previous_revenue_usd", type: "float8", kind: "nullable", value: (c) => c.previousRevenueUsd },
  { name: "certifications", type: "text[]", kind: "list", value: (c) => c.certifications },
  { name: "unverified_certifications", type: "text[]", kind: "list", value: (c) => c.unverifiedCertifications },
  { name: "naics_codes", type: "integer[]", kind: "list", value: (c) => c.naicsCodes },
  { name: "isin", type: "text", kind: "nullable", value: (c) => c.isin },
  { name: "logo_url", type: "text", kind: "nullable", value: (c) => c.logoUrl },
  { name: "images", type: "text[]", kind: "list", value: (c) => c.images },
  { name: "founded", type: "integer", kind: "nullable", value: (c) => c.founded },
];

const names = COLUMNS.map((column) => column.name);

/** Columns that were added later: empty ones are no part of the hash, so that older records are not rewritten. */
const LATER: ReadonlySet<string> = new Set(["founded"]);
const hashed = names.filter((name) => !LATER.has(name)).map((name) => `m.${name}`);
const CONTENT = `jsonb_build_array(m.domain, ${hashed.join(", ")})${[...LATER]
  .map((name) => ` || CASE WHEN m.${name} IS NULL THEN '[]'::jsonb ELSE jsonb_build_array('${name}', m.${name}) END`)
  .join("")}`;

/** A temporary table for the rows of one file, dropped with the transaction. */
export const CREATE_STAGING = `
  CREATE TEMPORARY TABLE staged_companies (line integer, domain text, lei text, duns text, ${COLUMNS.map((c) => `${c.name} ${c.type}`).join(", ")})
  ON COMMIT DROP`;

export const COPY_INTO_STAGING = `COPY staged_companies (line, domain, lei, duns, ${names.join(", ")}) FROM STDIN`;

/** One row in PostgreSQL's COPY text format, with its line break. */
export function toCopyLine(line: number, company: CompanyRecord, { lei, duns }: RegisterNumbers): string {
  return copyLine([line, company.domain, lei, duns, ...COLUMNS.map((column) => column.value(company))]);
}

function mergeExpression({ name, kind }: StagedColumn): string {
  if (kind === "text") return `coalesce(nullif(s.${name}, ''), c.${name}, '')`;
  if (kind === "list") return `CASE WHEN cardinality(s.${name}) > 0 THEN s.${name} ELSE coalesce(c.${name}, '{}') END`;
  if (kind === "place")
    return `CASE WHEN s.${name} IS NOT NULL OR s.country <> c.country THEN s.${name} ELSE c.${name} END`;
  return `coalesce(s.${name}, c.${name})`;
}

/**
 * The staged rows, one for each domain (the longest description wins, then the earlier line), merged with what the
 * directory knows. The file's value counts where it has one, otherwise the stored value. `id` and `old_hash` are null
 * for a new company.
 */
export const MERGE_STAGED = `
  CREATE TEMPORARY TABLE merged_companies ON COMMIT DROP AS
  SELECT m.*, encode(sha256(convert_to((${CONTENT})::text, 'UTF8')), 'hex') AS content_hash
  FROM (
    SELECT c.id, c.content_hash AS old_hash, s.domain, ${COLUMNS.map((c) => `${mergeExpression(c)} AS ${c.name}`).join(", ")}
    FROM (SELECT DISTINCT ON (domain) * FROM staged_companies ORDER BY domain, length(description) DESC, line) s
    LEFT JOIN companies c ON c.domain = s.domain
  ) m`;

export const COUNT_CHANGES = `
  SELECT count(*)::int AS companies,
         count(*) FILTER (WHERE id IS NULL)::int AS inserted,
         count(*) FILTER (WHERE id IS NOT NULL AND content_hash <> old_hash)::int AS updated
  FROM merged_companies`;

/** `$1`: the source. Rows keep their ids. */
export const UPDATE_CHANGED = `
  UPDATE companies c
  SET ${names.map((n) => `${n} = m.${n}`).join(", ")}, content_hash = m.content_hash, source = $1, updated_at = now()
  FROM merged_companies m
  WHERE m.id = c.id AND m.content_hash <> m.old_hash`;

/** `$1`: the source. In the order of the domains, so that two databases filled from one file number alike. */
export const INSERT_NEW = `
  INSERT INTO companies (domain, ${names.join(", ")}, content_hash, source)
  SELECT domain, ${names.join(", ")}, content_hash, $1 FROM merged_companies WHERE id IS NULL ORDER BY domain`;

/** Answers the new version and the number of companies. */
export const BUMP_VERSION = `
  INSERT INTO directory_state (id, version, companies, updated_at) VALUES (1, 1, (SELECT count(*) FROM companies), now())
  ON CONFLICT (id) DO UPDATE
  SET version = directory_state.version + 1, companies = excluded.companies, updated_at = excluded.updated_at
  RETURNING version, companies`;

export const READ_STATE = `SELECT version, companies FROM directory_state WHERE id = 1`;
