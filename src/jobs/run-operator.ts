import type { RunOrder } from "./dispatched-run.ts";

/** Gives orders to the executions of runs. */
export interface RunOperator {
  /**
   * @param execution the run's `temporalWorkflowId`
   * @param by who gives the order, as the log names them
   * @returns what the run will do, for people
   * @throws ConflictError with the reason where the run refuses; ServiceUnavailableError where no worker answers in time
   */
  order(execution: string, order: RunOrder, by: string): Promise<string>;
}
