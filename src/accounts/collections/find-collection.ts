import type { Transaction } from "#foundation/db/database";
import type { CollectionModel } from "#generated/prisma/models";
import { type Caller, owned } from "../auth/caller.ts";

/** Returns a collection of the caller's. @throws NotFoundError */
export async function findCollection(db: Transaction, caller: Caller, id: number): Promise<CollectionModel> {
  return owned(caller, await db.collection.findUnique({ where: { id } }), `collection ${id}`);
}

/**
 * Part of a statement: `collection` has a row where `asked` names no collection (collection_id), or one of its team
 * (team_id).
 */
export const COLLECTION_PART = `
  collection AS (
    SELECT FROM asked a WHERE a.collection_id IS NULL
      OR EXISTS (SELECT FROM collections c WHERE c.id = a.collection_id AND c.team_id = a.team_id))`;
