import type { Caller } from "#accounts/auth/caller";
import type { PrismaClient } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { requestCancel } from "#jobs/run-lifecycle";
import { openRun } from "#jobs/workflow-runs";
import { findMarket } from "../find-market.ts";

export interface CancelDiscoveryInput {
  marketId: number;
}

/**
 * Cancels the queued or running discovery of a market. A queued one is cancelled at once; a running one ends within
 * seconds, and its job becomes `cancelled`. Returns the id of its job.
 * @throws NotFoundError, ConflictError when no discovery is queued or running
 */
export async function cancelDiscovery(
  prisma: PrismaClient,
  caller: Caller,
  input: CancelDiscoveryInput,
): Promise<number> {
  await findMarket(prisma, caller, input.marketId);
  const run = await openRun(prisma, input.marketId, "discovery");
  const job = run?.jobs.find(({ kind }) => kind === "discovery");
  if (run === null || job === undefined || !(await requestCancel(prisma, run.id, `key ${caller.keyPrefix}`)))
    throw new ConflictError("no discovery of this market is queued or running");
  return job.id;
}
