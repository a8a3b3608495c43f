import type { Caller } from "#accounts/auth/caller";
import type { Database } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError } from "#foundation/errors/index";
import { RUNS_CHANNEL } from "#jobs/workflow-runs";
import { readDossier } from "../read-dossiers.ts";

/**
 * Queues a run of a dossier of the caller's. Resolves to the run's id. @throws NotFoundError, ConflictError
 */
export async function runDossier(db: Pick<Database, "prisma">, caller: Caller, agentId: string): Promise<string> {
  await readDossier(db.prisma, caller, agentId);
  return queueTask(db, agentId);
}

/**
 * Queues a run of a dossier; the relay starts it once this commits. A partial unique index admits one: a dossier has at
 * most one run that is queued or running. Resolves to the run's id. @throws ConflictError
 */
export async function queueTask({ prisma }: Pick<Database, "prisma">, agentId: string): Promise<string> {
  return prisma.$transaction(async (tx) => {
    const { taskId } = await tx.dossierTask
      .create({ data: { agentId }, select: { taskId: true } })
      .catch((error: unknown) => {
        if (isUniqueViolation(error))
          throw new ConflictError("a run of this dossier is queued or running; wait until it has ended, or cancel it");
        throw error;
      });
    await tx.dossier.update({ where: { agentId }, data: { lastModifiedAt: new Date() } });
    await tx.$executeRaw`SELECT pg_notify(${RUNS_CHANNEL}, '')`;
    return taskId;
  });
}
