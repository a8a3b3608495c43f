import { type PipelineDeps, type PipelineFlag, providersOf } from "./pipeline-flag.ts";

/** Writes into a job's manifest by what help it runs, before it does, so that a failed job tells it too. */
export async function recordProviders(deps: PipelineDeps, jobId: number, flag: PipelineFlag): Promise<void> {
  await deps.db.query(
    `UPDATE jobs SET manifest = coalesce(manifest, '{}'::jsonb) || jsonb_build_object('providers', $2::jsonb) WHERE id = $1`,
    [jobId, JSON.stringify(providersOf(flag, deps))],
  );
}
