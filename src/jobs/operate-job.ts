import { type Caller, tenancy } from "#accounts/auth/caller";
import type { Scope } from "#accounts/auth/scopes";
import type { PrismaClient } from "#foundation/db/database";
import { ConflictError, ForbiddenError, NotFoundError } from "#foundation/errors/index";
import type { RunOrder } from "./dispatched-run.ts";
import { temporalWorkflowId, type WorkflowKind } from "./workflow-runs.ts";

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

/** The same as for a cancel of that kind of run. */
const SCOPES: Record<WorkflowKind, Scope> = { discovery: "discovery:write", publish: "markets:publish" };

/**
 * Gives an order to the run of a job: it pauses before its next step, goes on, or skips that step. All jobs of one
 * request are one run.
 * @returns what the run will do, for people
 * @throws NotFoundError, ForbiddenError; ConflictError where the run is not running, or refuses; ServiceUnavailableError
 */
export async function operateJob(
  { prisma, operator }: { prisma: PrismaClient; operator: RunOperator },
  caller: Caller,
  jobId: number,
  order: RunOrder,
): Promise<string> {
  const job = await prisma.job.findFirst({
    where: { id: jobId, market: tenancy(caller) },
    select: { run: { select: { id: true, kind: true, status: true, cancelRequestedAt: true } } },
  });
  if (job === null) throw new NotFoundError(`job ${jobId}`);
  const { id, kind, status, cancelRequestedAt } = job.run;
  if (!caller.scopes.has(SCOPES[kind])) throw new ForbiddenError(`the key lacks the scope ${SCOPES[kind]}`);
  if (status === "queued") throw new ConflictError("this run waits for a worker: it can be cancelled");
  if (status !== "running") throw new ConflictError("this run has ended");
  if (cancelRequestedAt !== null) throw new ConflictError("this run is being cancelled");
  return operator.order(temporalWorkflowId(kind, id), order, `key ${caller.keyPrefix}`);
}
