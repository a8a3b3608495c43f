import { type Caller, owned, tenancy } from "#accounts/auth/caller";
import { findCollection } from "#accounts/collections/find-collection";
import type { PrismaClient } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import type { DossierRow } from "./dossier-lists.ts";

/** Returns a dossier of the caller's. @throws NotFoundError */
export async function readDossier(prisma: PrismaClient, caller: Caller, agentId: string): Promise<DossierRow> {
  return owned(caller, await prisma.dossier.findUnique({ where: { agentId } }), `dossier ${agentId}`);
}

/** Returns those of these dossiers that are the caller's. One statement. */
export function readDossiers(prisma: PrismaClient, caller: Caller, agentIds: readonly string[]): Promise<DossierRow[]> {
  return prisma.dossier.findMany({ where: { agentId: { in: [...agentIds] }, ...tenancy(caller) } });
}

/**
 * Checks that a collection is the caller's; null means "in no collection", which every caller may use. @throws
 * NotFoundError
 */
export async function visibleCollection(prisma: PrismaClient, caller: Caller, id: number | null): Promise<void> {
  if (id === null) return;
  // In the lists, 0 means "in no collection": no collection has this id.
  if (id === 0) throw new NotFoundError("collection 0");
  await findCollection(prisma, caller, id);
}
