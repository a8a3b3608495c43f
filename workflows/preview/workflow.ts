import { proxyActivities } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createPreviewActivities } from "./activities.ts";
import type { CriteriaNotesInput, PreviewInput } from "./contract.ts";

// Few attempts: somebody waits for the answer, and can ask again.
const { searchInMemory, planInMemory } = proxyActivities<ReturnType<typeof createPreviewActivities>>({
  taskQueue: taskQueueOf("discovery"),
  startToCloseTimeout: "60 seconds",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "500ms", maximumAttempts: 2 },
});

/** Returns what a discovery would find, for somebody who waits. */
export async function previewDiscovery(input: PreviewInput): Promise<Awaited<ReturnType<typeof searchInMemory>>> {
  return searchInMemory.executeWithOptions({ summary: "a search in memory" }, [input]);
}

/** Returns how a discovery would understand criteria, for somebody who waits. */
export async function noteCriteria(input: CriteriaNotesInput): Promise<string[]> {
  return planInMemory.executeWithOptions({ summary: "a plan in memory" }, [input]);
}
