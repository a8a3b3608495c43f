import { requireCollection } from "#accounts/collections/find-collection";
import type { Transaction } from "#foundation/db/database";

/** A market whose first discovery is about to be queued, in a collection of its team or in none. @throws NotFoundError (collection) */
export async function createMarket(tx: Transaction, teamId: number, collectionId: number | null, name: string) {
  if (collectionId !== null) await requireCollection(tx, teamId, collectionId);
  return tx.market.create({ data: { teamId, collectionId, name, status: "discovering" } });
}
