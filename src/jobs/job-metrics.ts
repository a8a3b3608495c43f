import type { Queries } from "#foundation/db/database";
import { gaugeOf } from "#foundation/metrics/metrics";

const observe = gaugeOf("open_jobs", "Open jobs of markets, by phase", ["phase"]);

/** Exports the open jobs as a metric of this process; all processes see the same jobs. @returns ends it */
export const measureJobs = (db: Queries): (() => void) =>
  observe(async () => {
    const phases = await db.query<{ phase: string; count: number }>(
      `SELECT j.stage AS phase, count(*)::int AS count FROM workflow_runs r JOIN jobs j ON j.workflow_run_id = r.id
       WHERE r.status IN ('queued', 'running') AND j.ended_at IS NULL GROUP BY 1`,
      [],
    );
    return phases.map(({ phase, count }) => ({ labels: { phase }, value: count }));
  });
