import type { Queries } from "#foundation/db/database";
import type { OpenRuns } from "#jobs/open-runs";

/** Returns the runs of dossiers that wait or run. */
export const openTasks = (db: Queries): Promise<OpenRuns[]> =>
  db.query<OpenRuns>(
    `SELECT 'dossier' AS kind, status::text AS state, count(*)::int AS count,
       extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds"
     FROM dossier_tasks WHERE status IN ('queued', 'running') GROUP BY 2 ORDER BY 2`,
    [],
  );
