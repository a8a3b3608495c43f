import { workflowInfo } from "@temporalio/workflow";
import { Details } from "../details.ts";
import { control, runPipelineJob } from "../pipeline-jobs.ts";
import { recorded } from "../recorded.ts";
import type { PublishInput, PublishResult } from "./contract.ts";

/** The mail tells of a published market, so it goes out after the publish; everything else enriches what is published. */
const AFTER_PUBLISH = "runSendPublishEmail";

/**
 * Publishes a market: one job for each chosen flag, the market's new state, then the mail. A job that fails is recorded as
 * failed and does not hold back the others or the publish.
 */
export async function publishMarket(input: PublishInput): Promise<PublishResult> {
  const { workflowId, marketId, jobs } = input;
  const execution = workflowInfo();
  const details = new Details(input);
  const claimed = await control.claimRun.executeWithOptions({ summary: "take the publish from the queue" }, [
    { workflowId, temporalRunId: execution.runId },
  ]);
  if (!claimed) return { outcome: "notClaimed", failedJobs: [] };

  return recorded({ workflowId, temporalWorkflowId: execution.workflowId, details }, async () => {
    const failedJobs: string[] = [];
    const runAll = async (chosen: typeof jobs) => {
      for (const job of chosen)
        if (!(await runPipelineJob(job, marketId, details, execution.workflowId))) failedJobs.push(job.name);
    };
    await runAll(jobs.filter(({ name }) => name !== AFTER_PUBLISH));
    await control.markPublished.executeWithOptions({ summary: "mark the market as published" }, [{ workflowId }]);
    details.finished("published");
    await runAll(jobs.filter(({ name }) => name === AFTER_PUBLISH));
    await control.completeRun.executeWithOptions({ summary: "complete the run" }, [{ workflowId }]);
    return { outcome: "published", failedJobs };
  });
}
