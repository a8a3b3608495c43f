import type { Caller } from "#accounts/auth/caller";
import type { PrismaClient } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { requestCancel } from "#jobs/run-lifecycle";
import { openRun } from "#jobs/workflow-runs";
import { findMarket } from "./find-market.ts";

export interface CancelPublishInput {
  marketId: number;
}

/**
 * Cancels the queued or running publish of a market: a queued one ends at once, a running one within seconds. Completed
 * jobs stay completed, the others become `cancelled`. The market returns to its state before the publish. Returns the
 * ids of all its jobs.
 * @throws NotFoundError, ConflictError when no publish is queued or running, or its cancel was requested before
 */
export async function cancelPublish(
  prisma: PrismaClient,
  caller: Caller,
  { marketId }: CancelPublishInput,
): Promise<{ marketId: number; jobIds: number[] }> {
  await findMarket(prisma, caller, marketId);
  const run = await openRun(prisma, marketId, "publish");
  const asked = run !== null && (await requestCancel(prisma, run.id, `key ${caller.keyPrefix}`));
  if (run === null || asked === false) throw new ConflictError("no publish of this market is queued or running");
  if (asked === "askedBefore") throw new ConflictError("the publish of this market is being cancelled already");
  return { marketId, jobIds: run.jobs.map(({ id }) => id) };
}
