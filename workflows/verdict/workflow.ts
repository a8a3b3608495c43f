import { proxyActivities } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createVerdictActivities } from "./activities.ts";
import type { VerdictInput } from "./contract.ts";

// Few attempts: somebody waits for the answer, and can ask again.
const { judgeCompany } = proxyActivities<ReturnType<typeof createVerdictActivities>>({
  taskQueue: taskQueueOf("discovery"),
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500ms", maximumAttempts: 2 },
});

/** Judges one company by the criteria of a discovery, for somebody who waits. */
export async function explainVerdict(input: VerdictInput): Promise<Awaited<ReturnType<typeof judgeCompany>>> {
  return judgeCompany.executeWithOptions({ summary: `judge company ${input.companyId} by job ${input.jobId}` }, [
    input,
  ]);
}
