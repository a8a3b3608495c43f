import { Context } from "@temporalio/activity";
import { InvalidInputError } from "#foundation/errors/index";
import { updateJob } from "#jobs/job-record";
import type { PipelineDeps } from "#pipeline/pipeline-flag";
import { recordProviders } from "#pipeline/pipeline-flag";
import { flagOfJob } from "#pipeline/steps";
import { type BoundaryDeps, guardActivities, heartbeat, withPulse } from "../worker/guard-activities.ts";

export interface EnrichmentDeps extends PipelineDeps, BoundaryDeps {}

/** Makes the steps of the pipeline flags. */
export function createEnrichmentActivities(deps: EnrichmentDeps) {
  return guardActivities(
    {
      async enrichMarket({
        jobId,
        marketId,
        flag,
      }: {
        jobId: number;
        marketId: number;
        flag: string;
      }): Promise<{ summary: string }> {
        const pipelineFlag = flagOfJob(flag);
        if (pipelineFlag === undefined) throw new InvalidInputError(`${flag} is not a pipeline flag`);
        await recordProviders(deps, jobId, pipelineFlag);
        const signal = Context.current().cancellationSignal;
        const { summary, report } = await withPulse(flag, () =>
          pipelineFlag.step(deps, {
            jobId,
            marketId,
            report: (done, total) => heartbeat({ phase: flag, done, total }),
            signal,
          }),
        );
        if (report !== undefined) await updateJob(deps.db.prisma, jobId, { report });
        return { summary };
      },
    },
    deps,
  );
}
