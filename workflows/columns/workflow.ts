import { proxyActivities, setCurrentDetails, workflowInfo } from "@temporalio/workflow";
import { taskQueueOf } from "../queues.ts";
import { recorded } from "../sandbox/recorded.ts";
import { UNTIL_BACK } from "../sandbox/retry.ts";
import type { createColumnActivities } from "./activities.ts";
import type { ColumnsInput, ColumnsResult } from "./contract.ts";

type Activities = ReturnType<typeof createColumnActivities>;

// The run's record must be right in the end, however long the database is away.
const record = proxyActivities<Pick<Activities, "claimFill" | "completeFill" | "endFill">>({
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

/**
 * Answers the waiting cells of a market, some companies at a time; stores each batch before the next begins. Records a
 * failure or a cancel before the workflow ends that way; the answered cells stay.
 */
export async function fillColumns({ fillId, marketName, teamName }: ColumnsInput): Promise<ColumnsResult> {
  const execution = workflowInfo();
  const claimed = await record.claimFill.executeWithOptions({ summary: "take the fill from the queue" }, [
    { fillId, temporalRunId: execution.runId },
  ]);
  const result: ColumnsResult = { outcome: claimed ? "completed" : "notClaimed", said: 0, notSaid: 0 };
  if (!claimed) return result;
  const show = (last: string) =>
    setCurrentDetails(
      [
        `**Columns of ${marketName}** for ${teamName}`,
        "",
        `- ${result.said} cells said`,
        `- ${result.notSaid} cells not said`,
        last,
      ].join("\n"),
    );
  const fill = async (): Promise<ColumnsResult> => {
    for (let left = 1; left > 0; ) {
      const batch = await steps.fillCells.executeWithOptions({ summary: "answer the next cells" }, [{ fillId }]);
      result.said += batch.said;
      result.notSaid += batch.notSaid;
      left = batch.left;
      show(`- ${left} cells wait`);
    }
    await record.completeFill.executeWithOptions({ summary: "record the fill as completed" }, [{ fillId }]);
    show("\nCompleted");
    return result;
  };
  return recorded(execution.workflowId, fill, ({ status, reason }) => {
    show(status === "cancelled" ? "\nCancelled" : `\n**Failed**: ${reason}`);
    return record.endFill.executeWithOptions({ summary: `record the fill as ${status}` }, [{ fillId, status, reason }]);
  });
}
