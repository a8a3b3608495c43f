import { workflowInfo } from "@temporalio/workflow";
import type { RunInput } from "../contract.ts";
import { Details } from "../sandbox/details.ts";
import { control, marketSteps, runPipelineJob } from "../sandbox/pipeline-jobs.ts";
import { recordedRun } from "../sandbox/recorded.ts";
import type { PublishResult } from "./contract.ts";

/**
 * Publishes a market. Its new state comes first, so that a client that sees a finished job sees a published market.
 * Then each chosen flag has one job, the mail last. A failed job is recorded and delays neither the others nor the
 * publish.
 */
export async function publishMarket(input: RunInput): Promise<PublishResult> {
  const { workflowId, marketId, jobs } = input;
  const execution = workflowInfo();
  const details = new Details(`**${input.marketName}** for ${input.teamName}`);
  const steps = marketSteps(jobs, details);
  const claimed = await control.claimRun.executeWithOptions({ summary: "take the publish from the queue" }, [
    { workflowId, temporalRunId: execution.runId },
  ]);
  if (!claimed) return { outcome: "notClaimed", failedJobs: [], skippedJobs: [] };

  return recordedRun({ workflowId, temporalWorkflowId: execution.workflowId, details }, async () => {
    const failedJobs: string[] = [];
    const skippedJobs: string[] = [];
    await control.markPublished.executeWithOptions({ summary: "mark the market as published" }, [{ workflowId }]);
    details.finished("published");
    for (const job of jobs) {
      const end = await runPipelineJob(job, marketId, { details, steps }, execution.workflowId);
      if (end === "failed") failedJobs.push(job.name);
      if (end === "skipped") skippedJobs.push(job.name);
    }
    await control.completeRun.executeWithOptions({ summary: "complete the run" }, [{ workflowId }]);
    return { outcome: "published", failedJobs, skippedJobs };
  });
}
