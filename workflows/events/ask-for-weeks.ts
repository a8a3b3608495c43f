import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  type ChildWorkflowHandle,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  startChild,
} from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import type { createEventActivities } from "./activities.ts";
import { type GroupObservationsResult, groupWeekId, type Week } from "./contract.ts";
import { groupWeek, observationsCame } from "./group-week.ts";
import { addResult, NOTHING } from "./results.ts";

type Activities = ReturnType<typeof createEventActivities>;

const { listWaitingWeeks } = proxyActivities<Pick<Activities, "listWaitingWeeks">>({
  taskQueue: taskQueueOf("events"),
  startToCloseTimeout: "1 minute",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 5 },
});

const { linkStoryLines } = proxyActivities<Pick<Activities, "linkStoryLines">>({
  taskQueue: taskQueueOf("events"),
  startToCloseTimeout: "2 hours",
  heartbeatTimeout: "2 minutes",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 5 },
});

/** Number of weeks that one run groups at the same time. */
const AT_ONCE = 4;
/**
 * Maximum number of rounds. A week that is marked again while its neighbours are grouped is then left to the next run.
 */
const MAX_ROUNDS = 3;
/** Maximum attempts. A week's run may end between the refusal of a second run and the signal. */
const MAX_ATTEMPTS = 3;
/** Feeds deliver articles of one week in sequence. They are grouped together after this time without a new one. */
const QUIET_MS = 5_000;

const weeksThatWait = () => listWaitingWeeks.executeWithOptions({ summary: "find the weeks that wait" }, [{}]);

/** Starts the run of a week. If one is under way, signals to it that observations came, and returns null. */
async function askForWeek(
  week: Week,
  options: { quietMs: number; parentClosePolicy?: ParentClosePolicy },
): Promise<ChildWorkflowHandle<typeof groupWeek> | null> {
  const { quietMs, ...child } = options;
  const workflowId = groupWeekId(week);
  for (let attempt = 1; ; attempt++) {
    try {
      return await startChild(groupWeek, {
        ...child,
        workflowId,
        args: [{ ...week, quietMs }],
        staticSummary: `Group the observations of ${week.name}`,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    try {
      await getExternalWorkflowHandle(workflowId).signal(observationsCame);
      return null;
    } catch (error) {
      if (isCancellation(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Requests the grouping of the waiting weeks, without waiting for it. */
export async function askForWaitingWeeks(): Promise<void> {
  for (const week of await weeksThatWait())
    await askForWeek(week, { quietMs: QUIET_MS, parentClosePolicy: ParentClosePolicy.ABANDON });
}

/**
 * Groups the waiting weeks and waits for their runs. Then new and changed events, also those of other runs, get their
 * places in story lines. If another run groups a week already, it gets a signal that observations came; that run counts
 * its own results.
 */
export async function groupWaitingWeeks(): Promise<GroupObservationsResult> {
  let total = NOTHING;
  const isElsewhere = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const weeks = (await weeksThatWait()).filter(({ week }) => !isElsewhere.has(week));
    if (weeks.length === 0) break;
    for (let from = 0; from < weeks.length; from += AT_ONCE) {
      const results = await Promise.allSettled(
        weeks.slice(from, from + AT_ONCE).map(async (week) => {
          const run = await askForWeek(week, { quietMs: 0 });
          if (run === null) isElsewhere.add(week.week);
          return run === null ? NOTHING : run.result();
        }),
      );
      // The other weeks of the batch have ended by now.
      for (const result of results) {
        if (result.status === "rejected") throw result.reason;
        total = addResult(total, result.value);
      }
    }
  }
  await linkStoryLines.executeWithOptions({ summary: "find the places of events in story lines" }, [{}]);
  return total;
}
