import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import type { Priority } from "@temporalio/common";
import type { ExecutionState, Orchestrator } from "#jobs/run-queue";

/**
 * The last resort, far longer than all steps of a run together may wait for outages to end, which takes days. The
 * server also counts the time for which operators pause a run.
 */
export const LONGEST_RUN = "365 days";

/** Teams take turns on a backlog, where the server has fairness turned on: one team's hundred jobs delay nobody. */
export const fairTo = (teamId: number): Priority => ({ fairnessKey: `team-${teamId}` });

/** What somebody waits for goes before the jobs of all teams, which have the server's default, 3. Lower goes first. */
export const AWAITED: Priority = { priorityKey: 1 };

/** Runs of schedules can wait until nothing else does. */
export const IN_THE_BACKGROUND: Priority = { priorityKey: 5 };

/** The status in a run's record for an execution that ended. */
const CLOSED: Record<string, string> = {
  COMPLETED: "completed",
  FAILED: "failed",
  CANCELLED: "cancelled",
  TERMINATED: "terminated by an operator",
  TIMED_OUT: "timed out",
};

/**
 * Starts an execution. An earlier start counts as success: its id is the run's own, and the claim decides which
 * execution works on it.
 */
export async function startOnce(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Returns the operations that all kinds of executions share. */
export const executions = (client: Client): Omit<Orchestrator<never>, "start"> => ({
  cancel: (execution) => cancelExecution(client, execution),
  describe: (execution) => describeExecution(client, execution),
});

/** Requests a cancel; an unknown execution needs none. */
async function cancelExecution(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function describeExecution(client: Client, workflowId: string): Promise<ExecutionState> {
  try {
    const found = await client.workflow.getHandle(workflowId).describe();
    const { name } = found.status;
    if (name === "RUNNING" || name === "PAUSED" || name === "CONTINUED_AS_NEW") return { state: "open" };
    return { state: "closed", how: CLOSED[name] ?? name.toLowerCase() };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { state: "unknown" };
    throw error;
  }
}
