import { type Counted, counted, type ExpiringRows } from "../retention/expiring-rows.ts";
import type { Queries } from "./database.ts";

/** Days for which sizes are kept. */
export const SIZES_KEPT_DAYS = 365;

export interface TableSize {
  name: string;
  /** Includes indexes and out-of-line values. */
  bytes: number;
  /** PostgreSQL's estimate. */
  rows: number;
  /** Growth in bytes and rows per day, measured over the last month; null until two days have been measured. */
  growth: { bytes: number; rows: number; days: number } | null;
}

const NOW = `SELECT c.relname::text AS name, pg_total_relation_size(c.oid) AS bytes, greatest(c.reltuples, 0)::bigint AS rows
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`;

/** Records today's sizes (UTC), once a day. */
export async function noteTableSizes(db: Queries): Promise<void> {
  await db.query(
    `INSERT INTO table_sizes (day, name, bytes, rows)
     SELECT (now() AT TIME ZONE 'UTC')::date, name, bytes, rows FROM (${NOW}) AS now ON CONFLICT DO NOTHING`,
  );
}

/** Returns the tables, the largest first. */
export async function tableSizes(db: Queries): Promise<TableSize[]> {
  return db.query<TableSize>(
    `SELECT now.name, now.bytes::float8 AS bytes, now.rows::float8 AS rows,
       CASE WHEN before.day IS NULL THEN NULL ELSE json_build_object(
         'bytes', (now.bytes - before.bytes)::float8 / before.days, 'rows', (now.rows - before.rows)::float8 / before.days,
         'days', before.days) END AS growth
     FROM (${NOW}) AS now
     LEFT JOIN LATERAL (
       SELECT t.day, t.bytes, t.rows, (now() AT TIME ZONE 'UTC')::date - t.day AS days FROM table_sizes t
       WHERE t.name = now.name AND t.day < (now() AT TIME ZONE 'UTC')::date AND t.day >= (now() AT TIME ZONE 'UTC')::date - 31
       ORDER BY t.day LIMIT 1) AS before ON true
     ORDER BY now.bytes DESC, now.name`,
  );
}

const DUE = "FROM table_sizes WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int";

export const OLD_SIZES: ExpiringRows = {
  what: "sizes of tables",
  table: "table_sizes",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${DUE}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH gone AS (DELETE FROM table_sizes WHERE ctid = ANY (ARRAY(SELECT ctid ${DUE} LIMIT $2::int)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
