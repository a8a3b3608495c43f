import { type Caller, sees } from "#accounts/auth/caller";
import type { Database } from "#foundation/db/database";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import { RUNS_CHANNEL } from "#jobs/workflow-runs";

/**
 * Cancels a run of a dossier of the caller's: a queued one ends at once, a running one within seconds.
 * @throws NotFoundError, ConflictError when it has ended
 */
export async function cancelDossier(
  db: Pick<Database, "prisma" | "query">,
  caller: Caller,
  taskId: string,
): Promise<void> {
  const task = await db.prisma.dossierTask.findUnique({
    where: { taskId },
    select: { dossier: { select: { teamId: true } } },
  });
  if (task === null || !sees(caller, task.dossier.teamId)) throw new NotFoundError(`dossier task ${taskId}`);
  // One statement, so that a concurrent claim of the run comes before or after it.
  const [cancelled] = await db.query<{ status: string }>(
    `UPDATE dossier_tasks SET cancel_requested_at = coalesce(cancel_requested_at, now()),
       status = CASE status WHEN 'queued' THEN 'cancelled' ELSE status END,
       ended_at = CASE status WHEN 'queued' THEN now() END,
       error = CASE status WHEN 'queued' THEN $2 END
     WHERE task_id = $1 AND status IN ('queued', 'running') RETURNING status::text AS status`,
    [taskId, `cancelled by key ${caller.keyPrefix} before it started`],
  );
  if (cancelled === undefined) throw new ConflictError("this run has ended");
  await db.query("SELECT pg_notify($1, '')", [RUNS_CHANNEL]);
}
