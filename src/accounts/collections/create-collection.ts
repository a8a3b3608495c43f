import type { PrismaClient } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, InvalidInputError } from "#foundation/errors/index";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { actingTeam, type Caller } from "../auth/caller.ts";
import { requireTeam } from "../teams/find-team.ts";

const MAX_NAME = 200;

export interface CreateCollectionInput {
  /** By default the key's own team; a platform key has to name one. */
  teamId?: number | null;
  name: string;
}

/**
 * Makes a collection for the caller's team.
 * @throws InvalidInputError, ForbiddenError (another team), NotFoundError (no such team), ConflictError (the name is taken)
 */
export async function createCollection(
  prisma: PrismaClient,
  caller: Caller,
  input: CreateCollectionInput,
  claim?: IdempotencyClaim,
): Promise<{ id: number }> {
  const teamId = actingTeam(caller, input.teamId);
  if (teamId === null) throw new InvalidInputError("teamId is missing: a platform key has to name the team");
  return newCollection(prisma, teamId, input.name, claim);
}

/** Returns a collection's name, trimmed. @throws InvalidInputError when it is empty or too long */
export function collectionName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw new InvalidInputError("name is missing");
  if (trimmed.length > MAX_NAME) throw new InvalidInputError(`name has more than ${MAX_NAME} characters`);
  return trimmed;
}

/** Makes a collection for a team. @throws InvalidInputError, NotFoundError, ConflictError */
export async function newCollection(
  prisma: PrismaClient,
  teamId: number,
  givenName: string,
  claim?: IdempotencyClaim,
): Promise<{ id: number; teamId: number; name: string }> {
  const name = collectionName(givenName);
  await requireTeam(prisma, teamId);
  try {
    return await doOnce(prisma, claim, (tx) =>
      tx.collection.create({ data: { teamId, name }, select: { id: true, teamId: true, name: true } }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`the team has a collection "${name}" already`);
    throw error;
  }
}
