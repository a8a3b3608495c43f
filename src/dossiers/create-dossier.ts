import { actingTeam, authorOf, type Caller } from "#accounts/auth/caller";
import { findCollection } from "#accounts/collections/find-collection";
import { requireTeam } from "#accounts/teams/find-team";
import { findCompany } from "#companies/directory";
import type { Database } from "#foundation/db/database";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { findMarket } from "#markets/find-market";

/** What a dossier is about. */
export const AGENT_TYPES = ["company", "market", "theme"] as const;
export type AgentType = (typeof AGENT_TYPES)[number];

const MAX_QUERY = 4_000;

export interface CreateDossierInput {
  /** By default the key's own team; a platform key has to name it, or a collection or market that implies it. */
  teamId?: number | null | undefined;
  collectionId?: number | null | undefined;
  agentType: AgentType;
  /** The question. */
  query: string;
  /** For a company: its domain in any spelling, or its id. */
  company?: string | null | undefined;
  /** For a market. */
  marketId?: number | null | undefined;
}

/** Checks the fields that each type requires; refuses others. */
function checkSubject({ agentType, company, marketId }: CreateDossierInput): void {
  if (agentType === "company" && company == null) throw new InvalidInputError("company is missing");
  if (agentType === "market" && marketId == null) throw new InvalidInputError("marketId is missing");
  if (agentType !== "company" && company != null)
    throw new InvalidInputError(`company is not allowed for a dossier about a ${agentType}`);
  if (agentType !== "market" && marketId != null)
    throw new InvalidInputError(`marketId is not allowed for a dossier about a ${agentType}`);
}

/**
 * Records a question about a company, a market or a theme; nothing runs yet.
 * @throws InvalidInputError, ForbiddenError (another team), NotFoundError (team, collection, market, company)
 */
export async function createDossier(
  { prisma, query: ask }: Pick<Database, "prisma" | "query">,
  caller: Caller,
  input: CreateDossierInput,
  claim?: IdempotencyClaim,
): Promise<{ agentId: string }> {
  const named = actingTeam(caller, input.teamId);
  const query = input.query.trim();
  if (query === "") throw new InvalidInputError("query is missing");
  if (query.length > MAX_QUERY) throw new InvalidInputError(`query has more than ${MAX_QUERY} characters`);
  checkSubject(input);
  const collectionId = input.collectionId ?? null;
  const marketId = input.marketId ?? null;
  const collection = collectionId === null ? null : await findCollection(prisma, caller, collectionId);
  const market = marketId === null ? null : await findMarket(prisma, caller, marketId);
  const teamId = named ?? collection?.teamId ?? market?.teamId ?? null;
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  if (collection !== null && collection.teamId !== teamId) throw new NotFoundError(`collection ${collection.id}`);
  if (market !== null && market.teamId !== teamId) throw new NotFoundError(`market ${market.id}`);
  await requireTeam(prisma, teamId);
  const company = input.company == null ? null : await findCompany({ query: ask }, input.company);
  if (input.company != null && company === null) throw new NotFoundError(undefined, "Company not found");
  const data = {
    teamId,
    collectionId,
    marketId,
    companyId: company?.id ?? null,
    agentType: input.agentType,
    query,
    createdBy: authorOf(caller),
  };
  return doOnce(prisma, claim, (tx) => tx.dossier.create({ data, select: { agentId: true } }));
}
