import { Context } from "@temporalio/activity";
import { InvalidInputError } from "#foundation/errors/index";
import { isPipelineFlag } from "#jobs/pipeline-flags";
import { recordProviders } from "#pipeline/record-providers";
import { PIPELINE_STEPS, type PipelineDeps } from "#pipeline/steps";
import { type BoundaryDeps, guardActivities, heartbeat, withPulse } from "../worker/guard-activities.ts";

export interface EnrichmentDeps extends PipelineDeps, BoundaryDeps {}

/** What the pipeline flags do to a market. */
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
        if (!isPipelineFlag(flag)) throw new InvalidInputError(`${flag} is no pipeline flag`);
        await recordProviders(deps.db, deps, { jobId, flag });
        const signal = Context.current().cancellationSignal;
        const { summary, report } = await withPulse(flag, () =>
          PIPELINE_STEPS[flag](deps, {
            jobId,
            marketId,
            report: (done, total) => heartbeat({ phase: flag, done, total }),
            signal,
          }),
        );
        if (report !== undefined) await deps.db.prisma.job.update({ where: { id: jobId }, data: { report } });
        return { summary };
      },
    },
    deps,
  );
}
