import { type Caller, sees } from "#accounts/auth/caller";
import type { Scope } from "#accounts/auth/scopes";
import type { PrismaClient } from "#foundation/db/database";
import { ForbiddenError, NotFoundError } from "#foundation/errors/index";
import type { RunOrder } from "#jobs/dispatched-run";
import { findJob } from "#jobs/job-record";
import { orderRun } from "#jobs/order-run";
import type { RunOperator } from "#jobs/run-operator";
import { readRun, type WorkflowKind } from "#jobs/workflow-runs";
import { teamOfMarket } from "./find-market.ts";

/** The scope that also a cancel of that kind of run needs. */
const SCOPES: Record<WorkflowKind, Scope> = { discovery: "discovery:write", publish: "markets:publish" };

/**
 * Gives an order to the run of a job: to pause before its next step, to resume, or to skip that step. All jobs of one
 * request are one run.
 * @returns what the run will do, for people
 * @throws NotFoundError, ForbiddenError; ConflictError where the run is not running, or refuses;
 * ServiceUnavailableError
 */
export async function operateJob(
  { prisma, operator }: { prisma: PrismaClient; operator: RunOperator },
  caller: Caller,
  jobId: number,
  order: RunOrder,
): Promise<string> {
  const job = await findJob(prisma, jobId);
  if (job === null || !sees(caller, await teamOfMarket(prisma, job.marketId))) throw new NotFoundError(`job ${jobId}`);
  const run = await readRun(prisma, job.workflowRunId);
  if (!caller.scopes.has(SCOPES[run.kind])) throw new ForbiddenError(`the key lacks the scope ${SCOPES[run.kind]}`);
  return orderRun(operator, run, order, `key ${caller.keyPrefix}`);
}
