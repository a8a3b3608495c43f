import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createRetentionActivities } from "./activities.ts";
import type { RetentionResult } from "./contract.ts";

const { clearOldRows: clear } = proxyActivities<ReturnType<typeof createRetentionActivities>>({
  taskQueue: taskQueueOf("ingest"),
  startToCloseTimeout: "12 hours",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "1 minute", maximumAttempts: 5 },
});

/** Clears rows past their configured retention. Started by its schedule; the next run continues an interrupted one. */
export async function clearOldRows(): Promise<RetentionResult> {
  const result = await clear.executeWithOptions({ summary: "clear rows that are old enough" }, [{}]);
  const lines = Object.entries(result.cleared).map(([what, rows]) => `- ${rows} ${what}`);
  setCurrentDetails(lines.length === 0 ? "Nothing was old enough." : ["Cleared:", ...lines].join("\n"));
  return result;
}
