import { actingTeam, type Caller } from "#accounts/auth/caller";
import { costCapOf } from "#costs/cost-cap";
import type { Database, Queries } from "#foundation/db/database";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { doInOneStatement, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import type { ChosenPipeline } from "#jobs/workflow-runs";
import { normaliseCriteria } from "../criteria/criteria-schema.ts";
import type { ProjectKind } from "../criteria/search-criteria.ts";
import { findMarket } from "../find-market.ts";
import { queueDiscovery, type StartedDiscovery } from "./queue-discovery.ts";

export interface StartDiscoveryInput extends Partial<ChosenPipeline> {
  teamId?: number | null;
  collectionId?: number | null;
  searchCriteria: unknown;
  /** Cap on its calls to paid providers, in US dollars; by default only the team's budget limits it. */
  maxCostUsd?: number | null;
}

export interface ExtendDiscoveryInput extends StartDiscoveryInput {
  marketId: number;
}

/** Makes the checks of the request that need no look-up. */
function checked(input: StartDiscoveryInput, kind: ProjectKind) {
  return {
    criteria: normaliseCriteria(input.searchCriteria, kind),
    flags: input.flags ?? [],
    skipReview: input.skipReview ?? false,
    costCap: costCapOf(input.maxCostUsd),
  };
}

/**
 * Creates a market and queues its discovery. One statement writes market, job, criteria and the quota charge. The relay
 * starts the workflow, now or when Temporal is back.
 * @throws InvalidInputError, ForbiddenError (another team), NotFoundError (team, collection), QuotaExceededError
 */
export async function startDiscovery(
  db: Queries,
  caller: Caller,
  input: StartDiscoveryInput,
  claim?: IdempotencyClaim,
): Promise<StartedDiscovery> {
  const teamId = actingTeam(caller, input.teamId);
  const discovery = checked(input, "first_pass");
  const { criteria } = discovery;
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  if (!criteria.performSearch && criteria.seedDomains.length === 0)
    throw new InvalidInputError(
      "searchCriteria.seedDomains is empty: with performSearch false, the market consists of the seed domains",
    );
  return doInOneStatement(claim, (held) =>
    queueDiscovery(db, { teamId, collectionId: input.collectionId ?? null }, { ...discovery, claim: held }),
  );
}

/**
 * Queues a discovery that adds companies to a market, under the same rules as `startDiscovery`.
 * @throws InvalidInputError (also for a collection other than the market's), ForbiddenError, NotFoundError,
 * ConflictError (a run of the market is queued or running), QuotaExceededError
 */
export async function extendDiscovery(
  db: Pick<Database, "prisma" | "query">,
  caller: Caller,
  input: ExtendDiscoveryInput,
  claim?: IdempotencyClaim,
): Promise<StartedDiscovery> {
  const namedTeam = actingTeam(caller, input.teamId);
  const discovery = checked(input, "second_pass");
  return doInOneStatement(claim, async (held) => {
    const market = await findMarket(db.prisma, caller, input.marketId);
    if (namedTeam !== null && namedTeam !== market.teamId) throw new NotFoundError(`market ${input.marketId}`);
    if (input.collectionId != null && input.collectionId !== market.collectionId)
      throw new InvalidInputError(`collectionId ${input.collectionId} is not the collection of market ${market.id}`);
    return queueDiscovery(db, market, { ...discovery, claim: held });
  });
}
