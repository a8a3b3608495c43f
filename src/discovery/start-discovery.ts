import { actingTeam, type Caller, owned } from "../auth/caller.ts";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import type { ProjectKind, SearchCriteria } from "../criteria/search-criteria.ts";
import type { PrismaClient, Transaction } from "../db/database.ts";
import { InvalidInputError, NotFoundError } from "../errors/index.ts";
import { doOnce, type IdempotencyClaim } from "../idempotency/idempotency.ts";
import { chosenFlags, type PipelineChoices, type PipelineFlag } from "../jobs/pipeline-flags.ts";
import { type QueuedRun, queueRun } from "../jobs/workflow-runs.ts";
import { chargeQuota } from "../teams/quota.ts";
import { criteriaColumns } from "./stored-criteria.ts";

export interface StartDiscoveryInput {
  teamId?: number | null;
  collectionId?: number | null;
  searchCriteria: unknown;
  pipelineChoices?: PipelineChoices | null;
}

export interface ExtendDiscoveryInput extends StartDiscoveryInput {
  marketId: number;
}

export interface StartedDiscovery {
  marketId: number;
  jobId: number;
}

/** The run, its job, the criteria and the charge: written together, or not at all. */
async function queueDiscovery(
  tx: Transaction,
  market: { id: number; teamId: number },
  criteria: SearchCriteria,
  flags: PipelineFlag[],
  skipReview: boolean,
): Promise<StartedDiscovery> {
  const wanted = `${criteria.count} ${criteria.projectKind === "second_pass" ? "more companies" : "companies"}`;
  const run: QueuedRun = await queueRun(tx, {
    marketId: market.id,
    kind: "discovery",
    pass: criteria.projectKind,
    // With the review skipped, what was chosen runs in the publish that follows, and not twice.
    pipelineFlags: skipReview ? [] : flags,
    skipReview,
    publishFlags: skipReview ? flags : [],
    queuedMessage: `Queued: up to ${wanted} for "${criteria.marketName}"`,
  });
  const [job] = run.jobs;
  if (job === undefined) throw new Error("a discovery was queued without its job");
  // After the run: a market that is busy is a conflict, whatever is left of the quota.
  const chargedMonth = await chargeQuota(tx, market.teamId);
  await tx.workflowRun.update({ where: { id: run.workflowId }, data: { chargedMonth } });
  await tx.criteriaVersion.create({ data: { marketId: market.id, jobId: job.jobId, ...criteriaColumns(criteria) } });
  return { marketId: market.id, jobId: job.jobId };
}

/** What can be said about the request before anything is looked up. */
function checked(input: StartDiscoveryInput, kind: ProjectKind) {
  return {
    criteria: normaliseCriteria(input.searchCriteria, kind),
    flags: chosenFlags(input.pipelineChoices),
    skipReview: input.pipelineChoices?.skipDiscoveryReview === true,
  };
}

/**
 * Creates a market and queues its discovery. Market, job, criteria and the quota charge are one transaction; the relay starts
 * the workflow, now or when Temporal is back.
 * @throws InvalidInputError, ForbiddenError (another team), NotFoundError (team, collection), QuotaExceededError
 */
export async function startDiscovery(
  prisma: PrismaClient,
  caller: Caller,
  input: StartDiscoveryInput,
  claim?: IdempotencyClaim,
): Promise<StartedDiscovery> {
  const teamId = actingTeam(caller, input.teamId);
  const { criteria, flags, skipReview } = checked(input, "first_pass");
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  if (!criteria.performSearch && criteria.seedDomains.length === 0)
    throw new InvalidInputError(
      "searchCriteria.seedDomains is empty: without a search the seed domains are the market",
    );
  return doOnce(prisma, claim, async (tx) => {
    if ((await tx.team.findUnique({ where: { id: teamId } })) === null) throw new NotFoundError(`team ${teamId}`);
    const collectionId = input.collectionId ?? null;
    if (collectionId !== null) {
      const collection = await tx.collection.findUnique({ where: { id: collectionId } });
      if (collection === null || collection.teamId !== teamId) throw new NotFoundError(`collection ${collectionId}`);
    }
    const market = await tx.market.create({
      data: { teamId, collectionId, name: criteria.marketName, status: "discovering" },
    });
    return queueDiscovery(tx, market, criteria, flags, skipReview);
  });
}

/**
 * Queues a discovery that adds companies to a market, under the same rules as `startDiscovery`.
 * @throws InvalidInputError (also for a collection that is not the market's), ForbiddenError, NotFoundError, ConflictError
 * (something of the market is queued or running), QuotaExceededError
 */
export async function extendDiscovery(
  prisma: PrismaClient,
  caller: Caller,
  input: ExtendDiscoveryInput,
  claim?: IdempotencyClaim,
): Promise<StartedDiscovery> {
  const namedTeam = actingTeam(caller, input.teamId);
  const { criteria, flags, skipReview } = checked(input, "second_pass");
  return doOnce(prisma, claim, async (tx) => {
    const market = owned(
      caller,
      await tx.market.findUnique({ where: { id: input.marketId } }),
      `market ${input.marketId}`,
    );
    if (namedTeam !== null && namedTeam !== market.teamId) throw new NotFoundError(`market ${input.marketId}`);
    if (input.collectionId != null && input.collectionId !== market.collectionId)
      throw new InvalidInputError(`collectionId ${input.collectionId} is not the collection of market ${market.id}`);
    const started = await queueDiscovery(tx, market, criteria, flags, skipReview);
    await tx.market.update({ where: { id: market.id }, data: { status: "discovering" } });
    return started;
  });
}
