import type { Transaction } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import type { CollectionModel } from "#generated/prisma/models";
import { type Caller, owned } from "../auth/caller.ts";

/** A collection of the caller's. @throws NotFoundError */
export async function findCollection(db: Transaction, caller: Caller, id: number): Promise<CollectionModel> {
  return owned(caller, await db.collection.findUnique({ where: { id } }), `collection ${id}`);
}

/** @throws NotFoundError where the team has no such collection */
export async function requireCollection(db: Transaction, teamId: number, id: number): Promise<void> {
  if ((await db.collection.count({ where: { id, teamId } })) === 0) throw new NotFoundError(`collection ${id}`);
}
