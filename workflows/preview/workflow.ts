import { proxyActivities } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createPreviewActivities } from "./activities.ts";
import type { PreviewInput } from "./contract.ts";

// Few attempts: somebody waits for the answer, and can ask again.
const { searchInMemory } = proxyActivities<ReturnType<typeof createPreviewActivities>>({
  taskQueue: taskQueueOf("discovery"),
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500ms", maximumAttempts: 2 },
});

/** Returns what a discovery would find, for somebody who waits. */
export async function previewDiscovery(input: PreviewInput): Promise<Awaited<ReturnType<typeof searchInMemory>>> {
  return searchInMemory.executeWithOptions({ summary: "a search in memory" }, [input]);
}
