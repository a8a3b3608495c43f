import { isCancellation, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createSourceActivities } from "./activities.ts";
import type { SyncedSource, SyncSourcesResult } from "./contract.ts";

type Activities = ReturnType<typeof createSourceActivities>;

const short = proxyActivities<Pick<Activities, "listDueSources" | "linkParents">>({
  taskQueue: taskQueueOf("ingest"),
  startToCloseTimeout: "30 minutes",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 3 },
});

// The largest dumps take a day. A retry continues where the last attempt was interrupted.
const sources = proxyActivities<Pick<Activities, "syncSource">>({
  taskQueue: taskQueueOf("ingest"),
  startToCloseTimeout: "3 days",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "1 minute", maximumAttempts: 5 },
});

/**
 * Reads the sources of open data that are due, one after another, then looks up the parents that records name, however
 * the records came. One source's failure delays no other. Started by its schedule; the next run continues an
 * interrupted one.
 */
export async function syncSources(): Promise<SyncSourcesResult> {
  const due = await short.listDueSources.executeWithOptions({ summary: "find the sources that are due" }, [{}]);
  const total: SyncSourcesResult = { synced: 0, failed: 0, parents: 0 };
  const lines: string[] = [];
  for (const name of due) {
    setCurrentDetails([`**${total.synced}** of ${due.length} due sources read`, ...lines, `- … ${name}`].join("\n"));
    const { outcome, result } = await sync(name);
    total.synced += 1;
    if (outcome === "failed") total.failed += 1;
    lines.push(`- ${name}: ${outcome === "failed" ? "**failed**, " : ""}${result.slice(0, 200)}`);
  }
  total.parents = await short.linkParents.executeWithOptions({ summary: "look up parents that records name" }, [{}]);
  setCurrentDetails([due.length === 0 ? "No source was due." : "Done", ...lines].join("\n"));
  return total;
}

async function sync(name: string): Promise<SyncedSource> {
  try {
    return await sources.syncSource.executeWithOptions({ summary: `read ${name}` }, [{ name }]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { outcome: "failed", result: "the service failed; Temporal shows why" };
  }
}
