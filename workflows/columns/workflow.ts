import { proxyActivities, workflowInfo } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import { Details } from "../sandbox/details.ts";
import { recorded } from "../sandbox/recorded.ts";
import { UNTIL_BACK } from "../sandbox/retry.ts";
import { Steps } from "../sandbox/steps.ts";
import type { createColumnActivities } from "./activities.ts";
import type { ColumnsInput, ColumnsResult } from "./contract.ts";

type Activities = ReturnType<typeof createColumnActivities>;

// The run's record must be right in the end, however long the database is away.
const record = proxyActivities<Pick<Activities, "claimFill" | "completeFill" | "endFill" | "noteFillPause">>({
  startToCloseTimeout: "20 seconds",
  retry: { initialInterval: "500ms", maximumInterval: "10s" },
});

const steps = proxyActivities<Pick<Activities, "fillCells">>({
  taskQueue: taskQueueOf("paid"),
  startToCloseTimeout: "10 minutes",
  heartbeatTimeout: "10 seconds",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  ...UNTIL_BACK,
});

const BATCH = { name: "the next cells", isNeeded: true, repeats: true };

/**
 * Answers the waiting cells of a market, some companies at a time; stores each batch before the next begins. Operators
 * may pause it between batches. Records a failure or a cancel before the workflow ends that way; the answered cells
 * stay.
 */
export async function fillColumns({ fillId, marketName, teamName }: ColumnsInput): Promise<ColumnsResult> {
  const execution = workflowInfo();
  const details = new Details(`**Columns of ${marketName}** for ${teamName}`);
  const batches = new Steps([BATCH], {
    show: (note) => details.noted(note),
    tell: ({ message, by, isPaused }) =>
      record.noteFillPause.executeWithOptions({ summary: message.slice(0, 200) }, [
        { fillId, by: isPaused ? by : null },
      ]),
  });
  const claimed = await record.claimFill.executeWithOptions({ summary: "take the fill from the queue" }, [
    { fillId, temporalRunId: execution.runId },
  ]);
  const result: ColumnsResult = { outcome: claimed ? "completed" : "notClaimed", said: 0, notSaid: 0 };
  if (!claimed) return result;
  const answered = () => `${result.said} cells said, ${result.notSaid} not said`;
  const fill = async (): Promise<ColumnsResult> => {
    let left = 0;
    // One that is paused in its last batch stands too, and answers what has come to wait meanwhile.
    do {
      await batches.begin(BATCH.name);
      const batch = await steps.fillCells.executeWithOptions({ summary: "answer the next cells" }, [{ fillId }]);
      result.said += batch.said;
      result.notSaid += batch.notSaid;
      left = batch.left;
      details.doing(`${answered()}, ${left} wait`);
    } while (left > 0 || batches.isPaused);
    await record.completeFill.executeWithOptions({ summary: "record the fill as completed" }, [{ fillId }]);
    details.finished(answered());
    details.ended("Completed");
    return result;
  };
  return recorded(execution.workflowId, fill, ({ status, reason }) => {
    details.finished(answered());
    details.ended(status === "cancelled" ? "Cancelled" : `**Failed**: ${reason}`);
    return record.endFill.executeWithOptions({ summary: `record the fill as ${status}` }, [{ fillId, status, reason }]);
  });
}
