import type { Queries } from "#foundation/db/database";

/** Maximum length of a chain of jobs in which each continues the one before. */
const LONGEST_LINE = 50;

/** `line(id, steps)`: the job `$1` at step 0, the job that it continues at step 1, and so on. */
export const JOB_LINE = `WITH RECURSIVE line (id, steps) AS (
  SELECT $1::int, 0 UNION ALL
  SELECT j.continues_job_id, l.steps + 1 FROM line l JOIN jobs j ON j.id = l.id
  WHERE j.continues_job_id IS NOT NULL AND l.steps < ${LONGEST_LINE})`;

/** Returns the jobs that a job continues, the nearest first, without the job itself. */
export async function continuedJobs(db: Queries, jobId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(`${JOB_LINE} SELECT id FROM line WHERE steps > 0 ORDER BY steps`, [
    jobId,
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Start of a statement: `fruitless` has the discoveries that failed or were cancelled more than `$1` days ago. It
 * leaves out those that a job under way continues.
 */
export const FRUITLESS_JOBS = `
  WITH RECURSIVE held(id) AS (
    SELECT continues_job_id FROM jobs WHERE ended_at IS NULL AND continues_job_id IS NOT NULL
    UNION SELECT j.continues_job_id FROM jobs j JOIN held h ON h.id = j.id WHERE j.continues_job_id IS NOT NULL),
  fruitless AS (
    SELECT j.id FROM jobs j
    WHERE j.kind = 'discovery' AND j.status IN ('failed', 'cancelled') AND j.ended_at < now() - make_interval(days => $1::int)
      AND NOT EXISTS (SELECT FROM held h WHERE h.id = j.id))`;
