import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";
import type { Span } from "../readings/read-company.ts";
import { BEST_FIRST, IS_MERGED_IN } from "./preference.ts";
import type { SourceKind } from "./source-kind.ts";

/** What one source says of a company. */
export interface SourceRecordRow {
  id: number;
  /** Null: it is set apart. */
  companyId: number | null;
  /** Of a record that is set apart: the company that has its domain. */
  apartFrom: number | null;
  domain: string;
  source: string;
  kind: SourceKind;
  /** The physical line; 0: it came in no file. */
  line: number;
  recordedAt: Date;
  /** The row as it came, without its empty cells. */
  given: Record<string, unknown>;
  /** What was read of it, by field; a field that it does not say is absent. */
  facts: Record<string, unknown>;
  /** What was read of its texts beside its columns, by field. */
  readings: Record<string, unknown>;
  /** By field of `readings`: the sentence in the description, and a score where the value is derived of it. */
  spans: Record<string, Span>;
  /** Fields that cannot be right and do not count. */
  passedOver: string[];
  /** Of open data: under which licence it came, and when its file was fetched. */
  licence: string | null;
  fetchedAt: Date | null;
}

const COLUMNS = `r.id, r.company_id AS "companyId", r.apart_from AS "apartFrom", r.domain, r.source, r.kind::text AS kind, r.line,
  r.recorded_at AS "recordedAt", r.given, r.facts, r.readings, r.spans, r.passed_over AS "passedOver",
  (SELECT y.licence FROM source_syncs y WHERE y.id = r.sync_id) AS licence,
  (SELECT y.fetched_at FROM source_syncs y WHERE y.id = r.sync_id) AS "fetchedAt"`;

/** The most records of a company that are read; the best of them. */
const MOST = 200;

/** The records that count for each company, best first. One statement. */
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

/** The records that name a company's domain and are another company's, newest first. One statement. */
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

/** The records of these ids, those set apart included. One statement. */
export function sourceRecords(db: Queries, ids: readonly number[]): Promise<SourceRecordRow[]> {
  return db.query<SourceRecordRow>(
    `SELECT ${COLUMNS}
     FROM source_records r WHERE r.id = ANY($1::int[])`,
    [ids],
  );
}

/** The two newest records of each company, the newest first. One statement. */
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
