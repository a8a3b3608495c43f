import { type Counted, counted, type ExpiringRows } from "../retention/expiring-rows.ts";

const DUE = "FROM idempotency_records WHERE expires_at < now() - make_interval(days => $1::int)";

/** New claims also clear expired records; this serves a server that gets no more claims. */
export const EXPIRED_IDEMPOTENCY_RECORDS: ExpiringRows = {
  what: "expired answers to repeated requests",
  table: "idempotency_records",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${DUE}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH gone AS (
     DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(SELECT ctid ${DUE} LIMIT $2::int FOR UPDATE SKIP LOCKED)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
