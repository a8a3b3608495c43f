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

/** Weeks that one run has grouped at the same time. */
const AT_ONCE = 4;
/** A week may be marked again while its neighbours are grouped; after so many rounds it is left to the next run. */
const MAX_ROUNDS = 3;
/** Attempts where a week's run ends between the refusal of a second one and the signal. */
const MAX_ATTEMPTS = 3;
/** Feeds bring articles of one week one after the other: they are grouped together once none has come for so long. */
const QUIET_MS = 5_000;

const weeksThatWait = () => listWaitingWeeks.executeWithOptions({ summary: "find the weeks that wait" }, [{}]);

/** The run of a week that begins now; null where one is under way, which has been told that observations came. */
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

/** Has the weeks that wait grouped soon, and waits for none of them. */
export async function askForWaitingWeeks(): Promise<void> {
  for (const week of await weeksThatWait())
    await askForWeek(week, { quietMs: QUIET_MS, parentClosePolicy: ParentClosePolicy.ABANDON });
}

/**
 * Has the weeks that wait grouped, and waits for them; then new and changed events, also those of other runs, get their
 * places in story lines. A week that another run has is told that observations came; its
 * own run counts what it does.
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
      // The other weeks of the batch have ended by then.
      for (const result of results) {
        if (result.status === "rejected") throw result.reason;
        total = addResult(total, result.value);
      }
    }
  }
  await linkStoryLines.executeWithOptions({ summary: "find the places of events in story lines" }, [{}]);
  return total;
}
