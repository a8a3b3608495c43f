import type { Caller } from "#accounts/auth/caller";
import { costCapOf } from "#costs/cost-cap";
import type { PrismaClient, Transaction } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { completedDiscoveries } from "#jobs/job-record";
import { type QueuedRun, queueRun } from "#jobs/workflow-runs";
import { findMarket } from "./find-market.ts";

export interface PublishMarketInput {
  marketId: number;
  /** Names of pipeline flags, in running order. */
  flags: string[];
  /** Cap on the total cost of its jobs, in US dollars; by default only the team's budget limits it. */
  maxCostUsd?: number | null;
}

export interface NewPublish {
  flags: string[];
  /** In micro-dollars; null means no cap. */
  costCap: number | null;
}

/** Queues the publish of a market, one job for each flag, within the caller's transaction. @throws ConflictError */
export async function queuePublish(
  tx: Transaction,
  marketId: number,
  { flags, costCap }: NewPublish,
): Promise<QueuedRun> {
  return queueRun(tx, {
    marketId,
    kind: "publish",
    pipelineFlags: flags,
    costCap,
    queuedMessage: "Queued for publishing",
  });
}

/**
 * Queues the publish of a market: one workflow with a job for each chosen flag.
 * @throws NotFoundError, InvalidInputError, ConflictError (nothing discovered yet, or something is queued or running)
 */
export async function publishMarket(
  prisma: PrismaClient,
  caller: Caller,
  input: PublishMarketInput,
  claim?: IdempotencyClaim,
): Promise<{ marketId: number; jobIds: number[] }> {
  const costCap = costCapOf(input.maxCostUsd);
  return doOnce(prisma, claim, async (tx) => {
    const market = await findMarket(tx, caller, input.marketId);
    if ((await completedDiscoveries(tx, market.id)) === 0)
      throw new ConflictError("no discovery of this market has completed yet, so there is nothing to publish");
    const run = await queuePublish(tx, market.id, { flags: input.flags, costCap });
    return { marketId: market.id, jobIds: run.jobs.map((job) => job.jobId) };
  });
}
