import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";
import type { Span } from "../readings/read-company.ts";
import { BEST_FIRST, IS_MERGED_IN } from "./preference.ts";
import type { SourceKind } from "./source-kind.ts";

/** One source's record of a company. */
export interface SourceRecordRow {
  id: number;
  /** Null for a record that is set apart. */
  companyId: number | null;
  /** For a record set apart: the company that has its domain. */
  apartFrom: number | null;
  domain: string;
  source: string;
  kind: SourceKind;
  /** Physical line; 0 where it came in no file. */
  line: number;
  recordedAt: Date;
  /** The row as it came, without empty cells. */
  given: Record<string, unknown>;
  /** Facts read from it, by field; a field that it does not state is absent. */
  facts: Record<string, unknown>;
  /** Facts read from its texts, by field. */
  readings: Record<string, unknown>;
  /** By field of `readings`: the sentence in the description, and a score where the value is derived from it. */
  spans: Record<string, Span>;
  /** Keys of the parent that it names; empty in an earlier version of a row. */
  parentKeys: string[];
  /** Fields that are surely wrong and do not count. */
  passedOver: string[];
  /** For open data: its licence, and when its file was fetched. */
  licence: string | null;
  fetchedAt: Date | null;
}

const COLUMNS = `r.id, r.company_id AS "companyId", r.apart_from AS "apartFrom", r.domain, r.source, r.kind::text AS kind, r.line,
  r.recorded_at AS "recordedAt", r.given, r.facts, r.readings, r.spans, r.passed_over AS "passedOver",
  r.parent_keys AS "parentKeys",
  (SELECT y.licence FROM source_syncs y WHERE y.id = r.sync_id) AS licence,
  (SELECT y.fetched_at FROM source_syncs y WHERE y.id = r.sync_id) AS "fetchedAt"`;

/** Maximum number of a company's records that are read, best first. */
const MOST = 200;

/** Loads the records that count for each company, best first. One statement. */
export function recordsOfCompanies(db: Queries): DataLoader<number, SourceRecordRow[]> {
  return new DataLoader(async (companyIds) => {
    const rows = await db.query<SourceRecordRow>(
      `SELECT ${COLUMNS}
       FROM unnest($1::int[]) AS c(id), LATERAL (
         SELECT r.* FROM (
           SELECT r.*, ${IS_MERGED_IN} AS is_merged_in FROM source_records r WHERE r.company_id = c.id
         ) r ORDER BY ${BEST_FIRST} LIMIT ${MOST}
       ) r
       ORDER BY ${BEST_FIRST}`,
      [[...companyIds]],
    );
    return groupsOf(companyIds, rows, ({ companyId }) => companyId);
  });
}

/** Loads the records with a company's domain that belong to another company, newest first. One statement. */
export function recordsApart(db: Queries): DataLoader<number, SourceRecordRow[]> {
  return new DataLoader(async (companyIds) => {
    const rows = await db.query<SourceRecordRow>(
      `SELECT ${COLUMNS}
       FROM unnest($1::int[]) AS c(id), LATERAL (
         SELECT r.* FROM source_records r WHERE r.apart_from = c.id ORDER BY r.recorded_at DESC, r.id LIMIT ${MOST}
       ) r
       ORDER BY r.recorded_at DESC, r.id`,
      [[...companyIds]],
    );
    return groupsOf(companyIds, rows, ({ apartFrom }) => apartFrom);
  });
}

function groupsOf(
  companyIds: readonly number[],
  rows: readonly SourceRecordRow[],
  companyOf: (row: SourceRecordRow) => number | null,
): SourceRecordRow[][] {
  const groups = new Map<number | null, SourceRecordRow[]>(companyIds.map((id) => [id, []]));
  for (const row of rows) groups.get(companyOf(row))?.push(row);
  return companyIds.map((id) => groups.get(id) ?? []);
}

/** Returns the records of these ids, including those set apart. One statement. */
export function sourceRecords(db: Queries, ids: readonly number[]): Promise<SourceRecordRow[]> {
  return db.query<SourceRecordRow>(
    `SELECT ${COLUMNS}
     FROM source_records r WHERE r.id = ANY($1::int[])`,
    [ids],
  );
}

/** Returns the two newest records of each company, newest first. One statement. */
export function newestRecords(db: Queries, companyIds: readonly number[]): Promise<SourceRecordRow[]> {
  return db.query<SourceRecordRow>(
    `SELECT ${COLUMNS}
     FROM unnest($1::int[]) AS c(id), LATERAL (
       SELECT r.* FROM source_records r WHERE r.company_id = c.id ORDER BY r.recorded_at DESC, r.id DESC LIMIT 2
     ) r
     ORDER BY c.id, r.recorded_at DESC, r.id DESC`,
    [[...companyIds]],
  );
}
