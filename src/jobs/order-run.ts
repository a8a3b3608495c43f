import { ConflictError } from "#foundation/errors/index";
import type { RunOrder } from "./dispatched-run.ts";
import type { RunOperator } from "./run-operator.ts";
import { type RunKind, temporalWorkflowId } from "./workflow-runs.ts";

/** What an order needs to know of a run. */
export interface OrderedRun {
  kind: RunKind;
  id: number | string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  cancelRequestedAt: Date | null;
}

/**
 * Gives an order to a run that is under way.
 * @param by who gives it, as the run's record names them
 * @returns what the run will do, for people
 * @throws ConflictError where the run is not running, or refuses; ServiceUnavailableError
 */
export async function orderRun(
  operator: RunOperator,
  { kind, id, status, cancelRequestedAt }: OrderedRun,
  order: RunOrder,
  by: string,
): Promise<string> {
  if (status === "queued") throw new ConflictError("this run waits for a worker: it can be cancelled");
  if (status !== "running") throw new ConflictError("this run has ended");
  if (cancelRequestedAt !== null) throw new ConflictError("this run is being cancelled");
  return operator.order(temporalWorkflowId(kind, id), order, by);
}
