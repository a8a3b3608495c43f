import { type Caller, sees } from "#accounts/auth/caller";
import type { PrismaClient } from "#foundation/db/database";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import { endTask, taskStates } from "./task-lifecycle.ts";

/**
 * Cancels a run of a dossier of the caller's: a queued one ends at once, a running one within seconds.
 * @throws NotFoundError, ConflictError when it has ended
 */
export async function cancelDossier(prisma: PrismaClient, caller: Caller, taskId: string): Promise<void> {
  const task = await prisma.dossierTask.findUnique({
    where: { taskId },
    select: { dossier: { select: { teamId: true } } },
  });
  if (task === null || !sees(caller, task.dossier.teamId)) throw new NotFoundError(`dossier task ${taskId}`);
  await prisma.$transaction(async (tx) => {
    const request = await taskStates.requestCancel(tx, taskId, `key ${caller.keyPrefix}`);
    if (request === false) throw new ConflictError("this run has ended");
    if (request === "unstarted") await endTask(tx, taskId, { status: "cancelled" });
  });
}
