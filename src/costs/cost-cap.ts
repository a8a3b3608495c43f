import type { Transaction } from "#foundation/db/database";
import { AppError, InvalidInputError } from "#foundation/errors/index";
import { toMicroUsd } from "#foundation/micro-usd";

/**
 * A call to a paid provider would exceed the request's cap or the payer's budget. The caller continues with what it
 * has.
 */
export class CostCapReachedError extends AppError {
  /** Calls under way count at their caps, so this call may fit once they have cost less. */
  readonly mayFitLater: boolean;

  constructor(detail: string, mayFitLater = false) {
    super("QUOTA_EXCEEDED", detail, "Cost cap reached");
    this.mayFitLater = mayFitLater;
  }
}

/** Upper bound in US dollars: a larger amount counts as a typing error. */
const MOST_USD = 1_000_000;

/**
 * Converts the cap that a request sets for all of its jobs from US dollars to micro-dollars; null means no cap. @throws
 * InvalidInputError
 */
export function costCapOf(maxCostUsd: number | null | undefined): number | null {
  if (maxCostUsd == null) return null;
  if (!(maxCostUsd >= 0 && maxCostUsd <= MOST_USD))
    throw new InvalidInputError(`maxCostUsd must be 0–${MOST_USD.toLocaleString("en")} US dollars`);
  return toMicroUsd(maxCostUsd);
}

/** Returns what the jobs of one request may still cost, in micro-dollars; null means no cap. */
export async function capLeft(tx: Transaction, workflowRunId: number): Promise<number | null> {
  const [left] = await tx.$queryRaw<{ cap: number | null; spent: number }[]>`
    SELECT min(j.cost_cap)::float8 AS cap,
      (SELECT coalesce(sum(l.amount), 0)::float8 FROM ledger_entries l JOIN jobs o ON o.id = l.job_id
       WHERE o.workflow_run_id = ${workflowRunId}) AS spent
    FROM jobs j WHERE j.workflow_run_id = ${workflowRunId}`;
  return left === undefined || left.cap === null ? null : Math.max(0, left.cap - left.spent);
}
