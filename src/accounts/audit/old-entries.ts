import { type Counted, counted, type ExpiringRows } from "#foundation/retention/expiring-rows";

/** The trigger lets entries go that are older than the setting, only within the statement's own transaction. */
export const OLD_AUDIT: ExpiringRows = {
  what: "entries of the audit trail",
  table: "audit_entries",
  count: async (db, days) =>
    counted(
      await db.query<Counted>(
        "SELECT count(*)::int AS rows FROM audit_entries WHERE at < now() - make_interval(days => $1::int)",
        [days],
      ),
    ),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH allowed AS (SELECT set_config('market.audit_days', $1::int::text, true) AS days),
   due AS (
     SELECT e.ctid FROM audit_entries e, allowed WHERE e.at < now() - make_interval(days => allowed.days::int) LIMIT $2::int),
   gone AS (DELETE FROM audit_entries WHERE ctid = ANY (ARRAY(SELECT ctid FROM due)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
