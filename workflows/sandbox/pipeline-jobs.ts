import { isCancellation, proxyActivities } from "@temporalio/workflow";
import type { RunInput } from "../contract.ts";
import type { createControlActivities } from "../control/activities.ts";
import type { createEnrichmentActivities } from "../pipeline/activities.ts";
import type { Details } from "./details.ts";
import { publicReason } from "./failure.ts";
import { UNTIL_BACK } from "./retry.ts";

// The job's record must be right in the end, however long the database is away.
export const control = proxyActivities<ReturnType<typeof createControlActivities>>({
  startToCloseTimeout: "20 seconds",
  retry: { initialInterval: "500ms", maximumInterval: "10s" },
});

// Reading the sites of a large market politely takes long; a retry goes on with the unread ones.
const enrichment = proxyActivities<ReturnType<typeof createEnrichmentActivities>>({
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "30 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  ...UNTIL_BACK,
  // Short, because a publish locks its market, and most flags only add to it.
  scheduleToCloseTimeout: "6 hours",
});

/**
 * Runs the job of one pipeline flag. A failed job is recorded and holds back nothing else. Returns whether it
 * completed.
 */
export async function runPipelineJob(
  job: RunInput["jobs"][number],
  marketId: number,
  details: Details,
  temporalWorkflowId: string,
): Promise<boolean> {
  const { jobId, name } = job;
  details.doing(name);
  await control.startJob.executeWithOptions({ summary: `start job ${jobId}: ${name}` }, [{ jobId }]);
  try {
    const { summary } = await enrichment.enrichMarket.executeWithOptions({ summary: name }, [
      { jobId, marketId, flag: name },
    ]);
    await control.endJob.executeWithOptions({ summary: `complete job ${jobId}: ${name}` }, [
      { jobId, status: "completed", message: summary },
    ]);
    details.finished(`${name}: ${summary}`);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    const reason = publicReason(error, temporalWorkflowId);
    await control.endJob.executeWithOptions({ summary: `record job ${jobId} as failed: ${name}` }, [
      { jobId, status: "failed", message: reason },
    ]);
    details.finished(`${name} **failed**: ${reason}`);
    return false;
  }
}
