import { type Caller, owned } from "../auth/caller.ts";
import type { Database, PrismaClient } from "../db/database.ts";
import { NotFoundError } from "../errors/index.ts";
import type { DossierRow } from "./dossier-lists.ts";

export type TaskStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

/** One run of a dossier. */
export interface DossierTaskRow {
  taskId: string;
  agentId: string;
  status: TaskStatus;
  createdAt: Date;
  lastReportedAt: Date;
  lastReportedBy: string;
}

/** A dossier of the caller's. @throws NotFoundError */
export async function readDossier(prisma: PrismaClient, caller: Caller, agentId: string): Promise<DossierRow> {
  return owned(caller, await prisma.dossier.findUnique({ where: { agentId } }), `dossier ${agentId}`);
}

/** The newest run of each of these dossiers; those that never ran are left out. One statement. */
export async function lastTasks(db: Pick<Database, "query">, agentIds: readonly string[]): Promise<DossierTaskRow[]> {
  return db.query<DossierTaskRow>(
    `SELECT x.* FROM unnest($1::uuid[]) AS d(id) CROSS JOIN LATERAL (
       SELECT t.task_id AS "taskId", t.agent_id AS "agentId", t.status::text AS status, t.created_at AS "createdAt",
         t.last_reported_at AS "lastReportedAt", t.last_reported_by AS "lastReportedBy"
       FROM dossier_tasks t WHERE t.agent_id = d.id ORDER BY t.created_at DESC, t.task_id LIMIT 1) x`,
    [agentIds],
  );
}

/** Makes sure that a collection is the caller's; null stands for "in no collection" and is everybody's own. @throws NotFoundError */
export async function visibleCollection(prisma: PrismaClient, caller: Caller, id: number | null): Promise<void> {
  if (id === null) return;
  // 0 stands for no collection in the lists; no collection has this id.
  if (id === 0) throw new NotFoundError("collection 0");
  owned(caller, await prisma.collection.findUnique({ where: { id } }), `collection ${id}`);
}
