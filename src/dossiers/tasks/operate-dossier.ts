import { type Caller, sees } from "#accounts/auth/caller";
import type { PrismaClient } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import type { RunOrder } from "#jobs/dispatched-run";
import { orderRun } from "#jobs/order-run";
import type { RunOperator } from "#jobs/run-operator";

/**
 * Gives an order to a run of a dossier of the caller's: to pause before its next step, to resume, or to skip that step.
 * @returns what the run will do, for people
 * @throws NotFoundError; ConflictError where the run is not running, or refuses; ServiceUnavailableError
 */
export async function operateDossier(
  { prisma, operator }: { prisma: PrismaClient; operator: RunOperator },
  caller: Caller,
  taskId: string,
  order: RunOrder,
): Promise<string> {
  const task = await prisma.dossierTask.findUnique({
    where: { taskId },
    select: { status: true, cancelRequestedAt: true, dossier: { select: { teamId: true } } },
  });
  if (task === null || !sees(caller, task.dossier.teamId)) throw new NotFoundError(`dossier task ${taskId}`);
  return orderRun(operator, { kind: "dossier", id: taskId, ...task }, order, `key ${caller.keyPrefix}`);
}
