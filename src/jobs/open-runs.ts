import type { Queries } from "#foundation/db/database";

/** Waiting or running runs of one kind. */
export interface OpenRuns {
  kind: string;
  state: string;
  count: number;
  /** Seconds since the oldest was requested. */
  oldestSeconds: number;
}

/** Returns the discoveries and publishes that wait or run. */
export const openRuns = (db: Queries): Promise<OpenRuns[]> =>
  db.query<OpenRuns>(
    `SELECT kind::text AS kind, status::text AS state, count(*)::int AS count,
       extract(epoch FROM now() - min(requested_at))::float8 AS "oldestSeconds"
     FROM workflow_runs WHERE status IN ('queued', 'running') GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
  );

/** Returns all jobs by state. */
export const jobsByState = (db: Queries): Promise<{ state: string; count: number }[]> =>
  db.query<{ state: string; count: number }>(
    "SELECT status::text AS state, count(*)::int AS count FROM jobs GROUP BY 1 ORDER BY 1",
    [],
  );
