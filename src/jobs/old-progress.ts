import { type Counted, counted, type ExpiringRows } from "#foundation/retention/expiring-rows";

/** Between the first entry of a job that has ended and the one about its end. */
const DUE = `FROM progress_log p JOIN jobs j ON j.id = p.job_id
  WHERE j.ended_at < now() - make_interval(days => $1::int) AND p.key <> 'queued' AND p.phase NOT IN ('completed', 'failed', 'cancelled')`;

/** Steps of jobs that ended long ago. Nobody follows them any more; how a job began and ended stays. */
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
