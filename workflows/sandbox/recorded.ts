import { CancellationScope, isCancellation } from "@temporalio/workflow";
import type { Details } from "./details.ts";
import { isOwnFault, publicReason } from "./failure.ts";
import { control } from "./pipeline-jobs.ts";

/** Runs the body of a workflow; if it fails or is cancelled, that is recorded before the workflow ends that way. */
export async function recorded<T>(
  run: { workflowId: number; temporalWorkflowId: string; details: Details },
  body: () => Promise<T>,
): Promise<T> {
  const { workflowId, temporalWorkflowId, details } = run;
  try {
    const result = await body();
    details.ended("Completed");
    return result;
  } catch (error) {
    // A step that failed while it was being cancelled fails with its own error.
    const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    const status = isCancelled ? ("cancelled" as const) : ("failed" as const);
    const reason = status === "cancelled" ? "cancelled on request" : publicReason(error, temporalWorkflowId);
    details.ended(status === "cancelled" ? "Cancelled" : `**Failed**: ${reason}`);
    await CancellationScope.nonCancellable(() =>
      control.endRun.executeWithOptions({ summary: `record the run as ${status}` }, [
        { workflowId, status, reason, giveBack: status === "failed" && isOwnFault(error) },
      ]),
    );
    throw error;
  }
}
