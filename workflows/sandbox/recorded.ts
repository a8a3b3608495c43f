import { CancellationScope, isCancellation } from "@temporalio/workflow";
import type { Details } from "./details.ts";
import { isOwnFault, publicReason } from "./failure.ts";
import { control } from "./pipeline-jobs.ts";

/** How a run ended without completing. */
interface Unfinished {
  status: "failed" | "cancelled";
  /** For people. */
  reason: string;
  /** Whether the service caused the failure. */
  isOwnFault: boolean;
}

/** Runs the body of a workflow; records a failure or a cancel before the workflow ends that way. */
export async function recorded<T>(
  temporalWorkflowId: string,
  body: () => Promise<T>,
  record: (end: Unfinished) => Promise<void>,
): Promise<T> {
  try {
    return await body();
  } catch (error) {
    // A step that failed while it was being cancelled fails with its own error.
    const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    const end: Unfinished = isCancelled
      ? { status: "cancelled", reason: "cancelled on request", isOwnFault: false }
      : { status: "failed", reason: publicReason(error, temporalWorkflowId), isOwnFault: isOwnFault(error) };
    await CancellationScope.nonCancellable(() => record(end));
    throw error;
  }
}

/** Like `recorded`, for a run of a market, whose details and record say how it ended. */
export function recordedRun<T>(
  { workflowId, temporalWorkflowId, details }: { workflowId: number; temporalWorkflowId: string; details: Details },
  body: () => Promise<T>,
): Promise<T> {
  return recorded(
    temporalWorkflowId,
    async () => {
      const result = await body();
      details.ended("Completed");
      return result;
    },
    ({ status, reason, isOwnFault: giveBack }) => {
      details.ended(status === "cancelled" ? "Cancelled" : `**Failed**: ${reason}`);
      return control.endRun.executeWithOptions({ summary: `record the run as ${status}` }, [
        { workflowId, status, reason, giveBack },
      ]);
    },
  );
}
