import type { Queries } from "#foundation/db/database";

/** Runs of one kind that wait or run. */
export interface OpenRuns {
  kind: string;
  state: string;
  count: number;
  /** Since the oldest was asked for. */
  oldestSeconds: number;
}

/** Discoveries and publishes that wait or run. */
export const openRuns = (db: Queries): Promise<OpenRuns[]> =>
  db.query<OpenRuns>(
    `SELECT kind::text AS kind, status::text AS state, count(*)::int AS count,
       extract(epoch FROM now() - min(requested_at))::float8 AS "oldestSeconds"
     FROM workflow_runs WHERE status IN ('queued', 'running') GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
  );

/** All jobs, by their state. */
export const jobsByState = (db: Queries): Promise<{ state: string; count: number }[]> =>
  db.query<{ state: string; count: number }>(
    "SELECT status::text AS state, count(*)::int AS count FROM jobs GROUP BY 1 ORDER BY 1",
    [],
  );
