import { type Counted, counted, type ExpiringRows } from "#foundation/retention/expiring-rows";

/** Entries after the first one of an ended job, and before the one about its end. */
const DUE = `FROM progress_log p JOIN jobs j ON j.id = p.job_id
  WHERE j.ended_at < now() - make_interval(days => $1::int) AND p.key <> 'queued' AND p.phase NOT IN ('completed', 'failed', 'cancelled')`;

/**
 * Steps of jobs that ended long ago, which nobody follows any more. The entries about a job's beginning and end stay.
 */
export const OLD_PROGRESS: ExpiringRows = {
  what: "steps of ended jobs in the progress log",
  table: "progress_log",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${DUE}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH gone AS (DELETE FROM progress_log WHERE ctid = ANY (ARRAY(SELECT p.ctid ${DUE} LIMIT $2::int)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
