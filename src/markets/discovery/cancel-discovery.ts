import { type Caller, owned } from "#accounts/auth/caller";
import type { PrismaClient } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { requestCancel } from "#jobs/run-lifecycle";

export interface CancelDiscoveryInput {
  marketId: number;
}

/**
 * Cancels the queued or running discovery of a market. One that waits is cancelled at once; one that runs ends within
 * seconds, and its job then reads `cancelled`. Returns the id of its job.
 * @throws NotFoundError, ConflictError when no discovery is queued or running
 */
export async function cancelDiscovery(
  prisma: PrismaClient,
  caller: Caller,
  input: CancelDiscoveryInput,
): Promise<number> {
  owned(caller, await prisma.market.findUnique({ where: { id: input.marketId } }), `market ${input.marketId}`);
  const run = await prisma.workflowRun.findFirst({
    where: { marketId: input.marketId, kind: "discovery", status: { in: ["queued", "running"] } },
    select: { id: true, jobs: { where: { kind: "discovery" }, select: { id: true } } },
  });
  const job = run?.jobs[0];
  if (run == null || job === undefined || !(await requestCancel(prisma, run.id, `key ${caller.keyPrefix}`)))
    throw new ConflictError("no discovery of this market is queued or running");
  return job.id;
}
