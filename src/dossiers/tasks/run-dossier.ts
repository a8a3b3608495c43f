import type { Caller } from "#accounts/auth/caller";
import type { Database } from "#foundation/db/database";
import { doOnce, type IdempotencyClaim } from "#foundation/idempotency/idempotency";
import { currentTraceparent } from "#foundation/tracing/tracing";
import { readDossier } from "../read-dossiers.ts";
import { taskStates } from "./task-lifecycle.ts";

/** Queues a run of a dossier of the caller's. Resolves to the run's id. @throws NotFoundError, ConflictError */
export async function runDossier(
  db: Pick<Database, "prisma">,
  caller: Caller,
  agentId: string,
  claim?: IdempotencyClaim,
): Promise<string> {
  await readDossier(db.prisma, caller, agentId);
  return queueTask(db, agentId, claim);
}

/**
 * Queues a run of a dossier, which may have only one queued or running. Resolves to the run's id.
 * @throws ConflictError
 */
export async function queueTask(
  { prisma }: Pick<Database, "prisma">,
  agentId: string,
  claim?: IdempotencyClaim,
): Promise<string> {
  const queued = await doOnce(prisma, claim, async (tx) => {
    const { taskId } = await taskStates.queue(
      tx,
      () => tx.dossierTask.create({ data: { agentId, traceParent: currentTraceparent() }, select: { taskId: true } }),
      "a run of this dossier is queued or running; wait until it has ended, or cancel it",
    );
    await tx.dossier.update({ where: { agentId }, data: { lastModifiedAt: new Date() } });
    return { taskId };
  });
  return queued.taskId;
}
