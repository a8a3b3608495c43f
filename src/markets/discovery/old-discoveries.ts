import { type Counted, counted, type ExpiringRows } from "#foundation/retention/expiring-rows";
import { FRUITLESS_JOBS } from "#jobs/job-line";

const CANDIDATES = "FROM candidates k JOIN fruitless f ON f.id = k.job_id";
const LISTS = "FROM candidate_hits h JOIN fruitless f ON f.id = h.job_id";
/** Leaves out records used by a later job: it may have taken a verdict over, whose evidence is the record. */
const RECORDS = `FROM judged_records r JOIN fruitless f ON f.id = r.job_id
  WHERE NOT EXISTS (
    SELECT FROM candidates k WHERE k.company_id = r.company_id AND k.judged_in_job = r.job_id AND k.job_id <> r.job_id)`;

/** Leftovers of discoveries without a result: only a discovery that continues them reads these rows. */
export const FRUITLESS_DISCOVERIES: ExpiringRows[] = [
  {
    what: "candidates of failed and cancelled discoveries",
    table: "candidates",
    count: async (db, days) =>
      counted(await db.query<Counted>(`${FRUITLESS_JOBS} SELECT count(*)::int AS rows ${CANDIDATES}`, [days])),
    clear: async (db, days, limit) =>
      counted(
        await db.query<Counted>(
          `${FRUITLESS_JOBS}, gone AS (
       DELETE FROM candidates WHERE ctid = ANY (ARRAY(SELECT k.ctid ${CANDIDATES} LIMIT $2::int)) RETURNING 1)
     SELECT count(*)::int AS rows FROM gone`,
          [days, limit],
        ),
      ),
  },
  {
    what: "lists of failed and cancelled discoveries",
    table: "candidate_hits",
    count: async (db, days) =>
      counted(await db.query<Counted>(`${FRUITLESS_JOBS} SELECT count(*)::int AS rows ${LISTS}`, [days])),
    clear: async (db, days, limit) =>
      counted(
        await db.query<Counted>(
          `${FRUITLESS_JOBS}, gone AS (
       DELETE FROM candidate_hits WHERE ctid = ANY (ARRAY(SELECT h.ctid ${LISTS} LIMIT $2::int)) RETURNING 1)
     SELECT count(*)::int AS rows FROM gone`,
          [days, limit],
        ),
      ),
  },
  {
    what: "judged records of failed and cancelled discoveries",
    table: "judged_records",
    count: async (db, days) =>
      counted(await db.query<Counted>(`${FRUITLESS_JOBS} SELECT count(*)::int AS rows ${RECORDS}`, [days])),
    clear: async (db, days, limit) =>
      counted(
        await db.query<Counted>(
          `${FRUITLESS_JOBS}, gone AS (
       DELETE FROM judged_records WHERE ctid = ANY (ARRAY(SELECT r.ctid ${RECORDS} LIMIT $2::int)) RETURNING 1)
     SELECT count(*)::int AS rows FROM gone`,
          [days, limit],
        ),
      ),
  },
];

const OF_ENDED = `FROM candidate_hits h JOIN jobs j ON j.id = h.job_id WHERE j.ended_at < now() - make_interval(days => $1::int)`;

/** The generators' lists: a replay compares its search with them, but verdicts do not need them. */
export const OLD_LISTS: ExpiringRows = {
  what: "lists of ended discoveries",
  table: "candidate_hits",
  count: async (db, days) => counted(await db.query<Counted>(`SELECT count(*)::int AS rows ${OF_ENDED}`, [days])),
  clear: async (db, days, limit) =>
    counted(
      await db.query<Counted>(
        `WITH gone AS (DELETE FROM candidate_hits WHERE ctid = ANY (ARRAY(SELECT h.ctid ${OF_ENDED} LIMIT $2::int)) RETURNING 1)
   SELECT count(*)::int AS rows FROM gone`,
        [days, limit],
      ),
    ),
};
