import type { Transaction } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";

/** A market whose first discovery is about to be queued, in a collection of its team or in none. @throws NotFoundError (collection) */
export async function createMarket(tx: Transaction, teamId: number, collectionId: number | null, name: string) {
  if (collectionId !== null) {
    const collection = await tx.collection.findUnique({ where: { id: collectionId } });
    if (collection === null || collection.teamId !== teamId) throw new NotFoundError(`collection ${collectionId}`);
  }
  return tx.market.create({ data: { teamId, collectionId, name, status: "discovering" } });
}
