import { condition, defineSignal, proxyActivities, setCurrentDetails, setHandler } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createEventActivities } from "./activities.ts";
import type { GroupObservationsResult, GroupWeekInput } from "./contract.ts";
import { addResult, NOTHING, resultLines } from "./results.ts";

// A large week is grouped in one piece without heartbeats. Few attempts, because the next scheduled run comes soon.
const { groupWeek: group } = proxyActivities<Pick<ReturnType<typeof createEventActivities>, "groupWeek">>({
  taskQueue: taskQueueOf("events"),
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 5 },
});

/** The signal that observations of the week came. */
export const observationsCame = defineSignal("observationsCame");

/** Maximum number of quiet times by which a source that sends constantly can delay the grouping. */
const MAX_DELAYS = 12;
/** Maximum rounds of one run. Later observations wait for the schedule. */
const MAX_ROUNDS = 100;

/** Groups the waiting observations of one week, and repeats this while others come. */
export async function groupWeek({ week, name, quietMs }: GroupWeekInput): Promise<GroupObservationsResult> {
  let isAsked = true;
  setHandler(observationsCame, () => {
    isAsked = true;
  });
  let total = NOTHING;
  for (let round = 0; isAsked && round < MAX_ROUNDS; round++) {
    setCurrentDetails(`Observations of ${name} wait`);
    for (let delay = 0; quietMs > 0 && isAsked && delay < MAX_DELAYS; delay++) {
      isAsked = false;
      await condition(() => isAsked, quietMs);
    }
    isAsked = false;
    total = addResult(total, await group.executeWithOptions({ summary: `group the week ${name}` }, [{ week }]));
  }
  setCurrentDetails(resultLines(total));
  return total;
}
