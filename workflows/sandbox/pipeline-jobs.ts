import { isCancellation, proxyActivities } from "@temporalio/workflow";
import type { RunInput } from "../contract.ts";
import type { createControlActivities } from "../control/activities.ts";
import type { createEnrichmentActivities } from "../pipeline/activities.ts";
import { taskQueueOf } from "../queues.ts";
import type { Details } from "./details.ts";
import { publicReason } from "./failure.ts";
import { UNTIL_BACK } from "./retry.ts";
import { type PauseMessage, type Step, Steps } from "./steps.ts";

// The job's record must be right in the end, however long the database is away.
export const control = proxyActivities<ReturnType<typeof createControlActivities>>({
  startToCloseTimeout: "20 seconds",
  retry: { initialInterval: "500ms", maximumInterval: "10s" },
});

// Reading the sites of a large market politely takes long; a retry continues with the unread ones.
const enrichment = proxyActivities<ReturnType<typeof createEnrichmentActivities>>({
  taskQueue: taskQueueOf("paid"),
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "30 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  ...UNTIL_BACK,
  // Short, because a publish locks its market, and most flags only add to it.
  scheduleToCloseTimeout: "6 hours",
});

/** A step of a market's run, and its job. */
interface JobStep extends Step {
  jobId: number;
}

const pauseTold = ({ step: { jobId }, ...said }: PauseMessage<JobStep>) =>
  control.notePause.executeWithOptions({ summary: said.message.slice(0, 200) }, [{ jobId, ...said }]);

/** Returns the steps of a market's run: those of its discovery, if it has one, then one for each pipeline job. */
export const marketSteps = (steps: readonly JobStep[], details: Details): Steps<JobStep> =>
  new Steps(steps, { show: (note) => details.noted(note), tell: pauseTold });

/**
 * Runs the job of one pipeline flag, unless operators have skipped it. A failed job is recorded and delays nothing
 * else.
 */
export async function runPipelineJob(
  job: RunInput["jobs"][number],
  marketId: number,
  { details, steps }: { details: Details; steps: Steps<JobStep> },
  temporalWorkflowId: string,
): Promise<"completed" | "failed" | "skipped"> {
  const { jobId, name } = job;
  const skippedBy = await steps.begin(name);
  if (skippedBy !== null) {
    await control.endJob.executeWithOptions({ summary: `record job ${jobId} as skipped: ${name}` }, [
      { jobId, status: "cancelled", message: `skipped by ${skippedBy}` },
    ]);
    details.skipped(name, skippedBy);
    return "skipped";
  }
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
    return "completed";
  } catch (error) {
    if (isCancellation(error)) throw error;
    const reason = publicReason(error, temporalWorkflowId);
    await control.endJob.executeWithOptions({ summary: `record job ${jobId} as failed: ${name}` }, [
      { jobId, status: "failed", message: reason },
    ]);
    details.finished(`${name} **failed**: ${reason}`);
    return "failed";
  }
}
