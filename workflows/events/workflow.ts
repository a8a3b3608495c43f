import { patched, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createEventActivities } from "./activities.ts";
import { groupWaitingWeeks } from "./ask-for-weeks.ts";
import type { GroupObservationsResult } from "./contract.ts";
import { resultLines } from "./results.ts";

// A large week is grouped in one piece without heartbeats. Few attempts, because the next scheduled run comes soon.
const events = proxyActivities<Pick<ReturnType<typeof createEventActivities>, "groupObservations">>({
  taskQueue: taskQueueOf("events"),
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 5 },
});

/**
 * Groups the waiting observations into events, each week in its own workflow. The schedule starts it, and the next run
 * continues an interrupted one.
 */
export async function groupObservations(): Promise<GroupObservationsResult> {
  setCurrentDetails("Grouping the observations that wait");
  const result = patched("week by week")
    ? await groupWaitingWeeks()
    : await events.groupObservations.executeWithOptions({ summary: "group observations into events" }, [{}]);
  setCurrentDetails(resultLines(result));
  return result;
}
