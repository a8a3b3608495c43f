import type { Queries } from "#foundation/db/database";
import { counterOf, gaugeOf } from "#foundation/metrics/metrics";
import { endedReadings } from "./ended-readings.ts";

const observeOpen = gaugeOf("open_jobs", "Open jobs of markets, by phase", ["phase"]);
const observeEnded = counterOf(
  "ended_pipeline_jobs_total",
  "Jobs of pipeline flags that have ended, by flag and outcome, as the database has them",
  ["flag", "outcome"],
);

/**
 * Exports the open jobs, and the ended ones of these pipeline flags, as metrics of this process; all processes see the
 * same jobs. A job that has ended is kept, so no count falls. @returns ends it
 */
export function measureJobs(db: Queries, flags: readonly { name: string }[]): () => void {
  const names = flags.map(({ name }) => name);
  const ends = [
    observeOpen(async () => {
      const phases = await db.query<{ phase: string; count: number }>(
        `SELECT j.stage AS phase, count(*)::int AS count FROM workflow_runs r JOIN jobs j ON j.workflow_run_id = r.id
         WHERE r.status IN ('queued', 'running') AND j.ended_at IS NULL GROUP BY 1`,
        [],
      );
      return phases.map(({ phase, count }) => ({ labels: { phase }, value: count }));
    }),
    observeEnded(async () => {
      const counts = await db.query<{ flag: string; outcome: string; count: number }>(
        `SELECT name AS flag, status::text AS outcome, count(*)::int AS count FROM jobs
         WHERE name = ANY($1::text[]) AND status IN ('completed', 'failed', 'cancelled') GROUP BY name, status`,
        [names],
      );
      return endedReadings("flag", names, counts);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
