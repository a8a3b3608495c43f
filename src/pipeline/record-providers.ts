import { addToManifest } from "#jobs/job-record";
import { type PipelineDeps, type PipelineFlag, providersOf } from "./pipeline-flag.ts";

/** Writes into a job's manifest by what help it runs, before it does, so that a failed job tells it too. */
export async function recordProviders(deps: PipelineDeps, jobId: number, flag: PipelineFlag): Promise<void> {
  await addToManifest(deps.db.prisma, jobId, { providers: providersOf(flag, deps) });
}
