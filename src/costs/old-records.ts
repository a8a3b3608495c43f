import { type Counted, counted, type ExpiringRows } from "#foundation/retention/expiring-rows";
import { FRUITLESS_JOBS } from "#jobs/job-line";

/** Leaves out the recordings of a job that is under way, or that one under way may continue. */
const OLD_ANSWERS = `FROM recorded_answers r LEFT JOIN jobs j ON j.id = r.job_id
  WHERE r.recorded_at < now() - make_interval(days => $1::int) AND r.request_hash <> 'fusion'
    AND (r.job_id IS NULL OR j.ended_at < now() - make_interval(days => $1::int))`;

/** Answers of providers. Without them a discovery cannot be replayed, and a fork or a platform's call pays again. */
export const OLD_RECORDED_ANSWERS: ExpiringRows = {
  what: "recorded answers of providers",
  table: "recorded_answers",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${OLD_ANSWERS}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH gone AS (DELETE FROM recorded_answers WHERE ctid = ANY (ARRAY(SELECT r.ctid ${OLD_ANSWERS} LIMIT $2::int)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};

const FRUITLESS = "FROM recorded_answers r JOIN fruitless f ON f.id = r.job_id";

/** The same for discoveries that failed or were cancelled: a job that continued one has copied what it used. */
export const FRUITLESS_ANSWERS: ExpiringRows = {
  what: "recorded answers of failed and cancelled discoveries",
  table: "recorded_answers",
  count: async (db, days) =>
    counted(await db.query<Counted>(`${FRUITLESS_JOBS} SELECT count(*)::int AS rows ${FRUITLESS}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `${FRUITLESS_JOBS}, gone AS (
     DELETE FROM recorded_answers WHERE ctid = ANY (ARRAY(SELECT r.ctid ${FRUITLESS} LIMIT $2::int)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};

/**
 * Finished calls; each month's total is stored separately. Leaves out the calls of a job under way, which still counts
 * all of them.
 */
const OLD_CALLS = `FROM ledger_entries l LEFT JOIN jobs j ON j.id = l.job_id
  WHERE l.created_at < now() - make_interval(days => $1::int) AND l.state <> 'intent'
    AND (l.job_id IS NULL OR j.ended_at < now() - make_interval(days => $1::int))`;

/** Individual calls of the ledger. */
export const OLD_LEDGER: ExpiringRows = {
  what: "calls in the ledger",
  table: "ledger_entries",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${OLD_CALLS}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH gone AS (DELETE FROM ledger_entries WHERE ctid = ANY (ARRAY(SELECT l.ctid ${OLD_CALLS} LIMIT $2::int)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
