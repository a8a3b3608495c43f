import { copyLine } from "#foundation/db/copy-text";
import type { Database, Queries } from "#foundation/db/database";
import {
  type AppliedRows,
  type ImportOptions,
  type ImportReport,
  importRecords,
  type StagedRows,
} from "#foundation/files/import-records";
import { checkTable, openTable, type RecordInput } from "#foundation/files/record-input";
import type { TableLayout } from "#foundation/files/table-layout";
import type { TableRow } from "#foundation/files/table-rows";
import { bindIdentifierColumns, type IdentifierColumns, isIdentifierColumn } from "./identifier-columns.ts";
import { type IdentifierReading, readIdentifiers } from "./read-identifiers.ts";

const EXPECTED =
  "Expected is CSV (with a header) or NDJSON (one JSON object a line), plain, gzip or the only file of a ZIP archive, with duns or lei beside domain, isin, or name and country (docs/identifiers.md)";
/** Key of the advisory lock that lets one import write at a time ("idnt" in ASCII). */
const IMPORT_LOCK = 0x69646e74;

const CREATE_STAGING = `
  CREATE TEMPORARY TABLE staged_identifiers (
    line integer, domain text, isin text, name text, name_key text, country text, duns text, lei text, source text
  ) ON COMMIT DROP`;

/** Expands to one row per number; takes the first line of each. A row without a source gets the file's. */
const SPREAD = `
  CREATE TEMPORARY TABLE spread_identifiers ON COMMIT DROP AS
  SELECT DISTINCT ON (n.scheme, n.value, s.domain, s.isin, s.name_key, s.country, coalesce(nullif(s.source, ''), $1))
    n.scheme::identifier_scheme AS scheme, n.value, s.domain, s.isin, s.name_key, s.country, s.name,
    coalesce(nullif(s.source, ''), $1) AS source, s.line
  FROM staged_identifiers s CROSS JOIN LATERAL (VALUES ('duns', s.duns), ('lei', s.lei)) AS n(scheme, value)
  WHERE n.value <> ''
  ORDER BY n.scheme, n.value, s.domain, s.isin, s.name_key, s.country, coalesce(nullif(s.source, ''), $1), s.line`;

const SAME_KEY = `m.scheme = s.scheme AND m.domain = s.domain AND m.isin = s.isin AND m.name_key = s.name_key
  AND m.country = s.country AND m.source = s.source`;

/** Deletes numbers that a source gave the same company before and has now replaced. */
const DELETE_REPLACED = `
  DELETE FROM identifier_mappings m USING spread_identifiers s
  WHERE ${SAME_KEY} AND NOT EXISTS (SELECT FROM spread_identifiers t
    WHERE t.value = m.value AND t.scheme = m.scheme AND t.domain = m.domain AND t.isin = m.isin AND t.name_key = m.name_key
      AND t.country = m.country AND t.source = m.source)`;

const INSERT_NEW = `
  INSERT INTO identifier_mappings (scheme, value, domain, isin, name_key, country, name, source, file, line)
  SELECT scheme, value, domain, isin, name_key, country, name, source, $1, line FROM spread_identifiers
  ON CONFLICT (scheme, value, domain, isin, name_key, country, source) DO NOTHING`;

/** Counts duplicate lines: an earlier line of the file has all their numbers. */
const COUNT_ROWS = `
  SELECT (SELECT count(*)::int FROM staged_identifiers) AS staged, count(DISTINCT line)::int AS kept FROM spread_identifiers`;

/** Counts lines by outcome: a changed number of a source, or a new one. */
const COUNT_CHANGES = `
  SELECT count(*) FILTER (WHERE replaced)::int AS updated, count(*) FILTER (WHERE fresh AND NOT replaced)::int AS inserted FROM (
    SELECT s.line,
      bool_or(NOT EXISTS (SELECT FROM identifier_mappings m WHERE ${SAME_KEY} AND m.value = s.value)) AS fresh,
      bool_or(NOT EXISTS (SELECT FROM identifier_mappings m WHERE ${SAME_KEY} AND m.value = s.value)
        AND EXISTS (SELECT FROM identifier_mappings m WHERE ${SAME_KEY})) AS replaced
    FROM spread_identifiers s GROUP BY s.line) x`;

/**
 * Imports a table of D-U-N-S numbers and LEIs (docs/identifiers.md) in one transaction: all good rows or none. A number
 * is identified by its company and its source. A new number replaces the old one of the same source; other sources'
 * numbers stay.
 * @throws InvalidInputError where the source cannot be read as a whole; the signal's reason on abort
 */
export function importIdentifiers(
  db: Pick<Database, "pool">,
  input: RecordInput,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importRecords<TableRow<IdentifierReading>>(
    db,
    {
      open: (onBytes) => openTable(input, LAYOUT, EXPECTED, onBytes),
      createStaging: CREATE_STAGING,
      copyInto: "COPY staged_identifiers (line, domain, isin, name, name_key, country, duns, lei, source) FROM STDIN",
      toLine: ({ line, record: r }) =>
        r === undefined
          ? ""
          : copyLine([line, r.domain, r.isin, r.name, r.nameKey, r.country, r.duns, r.lei, r.source]),
      apply: applyStaged,
      analyze: { tables: "identifier_mappings", changes: 1_000 },
    },
    options,
  );
}

/**
 * Checks only the beginning of a source.
 * @throws InvalidInputError where `importIdentifiers` would refuse it by its beginning
 */
export const checkIdentifiers = (input: RecordInput): Promise<void> => checkTable(input, LAYOUT, EXPECTED);

const LAYOUT: TableLayout<IdentifierColumns, IdentifierReading> = {
  knows: isIdentifierColumn,
  bind: bindIdentifierColumns,
  read: ({ columns }, cells) =>
    readIdentifiers((field) => {
      const position = columns.get(field);
      return position === undefined ? undefined : cells[position];
    }),
  setAside: (problem) => ({ problem }),
};

async function applyStaged(db: Queries, { source }: StagedRows): Promise<AppliedRows> {
  await db.query("SELECT pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
  await db.query("ANALYZE staged_identifiers");
  await db.query(SPREAD, [source]);
  await db.query("ANALYZE spread_identifiers");
  const [rows] = await db.query<{ staged: number; kept: number }>(COUNT_ROWS);
  const [changes] = await db.query<{ updated: number; inserted: number }>(COUNT_CHANGES);
  const { staged = 0, kept = 0 } = rows ?? {};
  const { updated = 0, inserted = 0 } = changes ?? {};
  await db.query(DELETE_REPLACED);
  await db.query(INSERT_NEW, [source]);
  return { inserted, updated, unchanged: kept - inserted - updated, duplicates: staged - kept, setAside: [] };
}
