import type { PrismaClient } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import { collectionName } from "./create-collection.ts";

export interface ListedCollection {
  id: number;
  teamId: number;
  name: string;
  markets: number;
  dossiers: number;
  createdAt: Date;
}

/** Returns the collections of a team, or all, by id. */
export async function listCollections(prisma: PrismaClient, teamId?: number): Promise<ListedCollection[]> {
  const rows = await prisma.collection.findMany({
    where: teamId === undefined ? {} : { teamId },
    include: { _count: { select: { markets: true, dossiers: true } } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ _count, ...collection }) => ({ ...collection, ..._count }));
}

/** Renames a collection. @throws InvalidInputError, NotFoundError, ConflictError */
export async function renameCollection(
  prisma: PrismaClient,
  id: number,
  givenName: string,
): Promise<{ id: number; teamId: number; name: string }> {
  const name = collectionName(givenName);
  try {
    const [renamed] = await prisma.collection.updateManyAndReturn({
      where: { id },
      data: { name },
      select: { id: true, teamId: true, name: true },
    });
    if (renamed === undefined) throw new NotFoundError(`collection ${id}`);
    return renamed;
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`the team has a collection "${name}" already`);
    throw error;
  }
}

/** Removes a collection; its markets and dossiers stay, without a collection. @throws NotFoundError */
export async function removeCollection(prisma: PrismaClient, id: number): Promise<{ id: number }> {
  const { count } = await prisma.collection.deleteMany({ where: { id } });
  if (count === 0) throw new NotFoundError(`collection ${id}`);
  return { id };
}
