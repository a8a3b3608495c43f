import type { Database, Queries } from "#foundation/db/database";
import { InvalidInputError, NotFoundError } from "#foundation/errors/index";
import { queueTask } from "./tasks/run-dossier.ts";

/** A dossier with its newest run, as listed for an operator. */
export interface ListedDossier {
  agentId: string;
  teamId: number;
  agentType: string;
  query: string;
  taskId: string | null;
  status: string | null;
  lastReportedAt: Date | null;
  sourcesCount: number | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function uuid(id: string): string {
  if (!UUID.test(id)) throw new InvalidInputError(`"${id.slice(0, 50)}" is not an id of a dossier`);
  return id;
}

/** Returns the dossiers of a team, or all, newest first. */
export async function listDossiers(db: Queries, teamId: number | null, limit: number): Promise<ListedDossier[]> {
  return db.query<ListedDossier>(
    `SELECT d.agent_id AS "agentId", d.team_id AS "teamId", d.agent_type::text AS "agentType", d.query, t.task_id AS "taskId",
       t.status::text AS status, t.last_reported_at AS "lastReportedAt", t.sources_count AS "sourcesCount"
     FROM dossiers d LEFT JOIN LATERAL (
       SELECT * FROM dossier_tasks WHERE agent_id = d.agent_id ORDER BY created_at DESC, task_id LIMIT 1) t ON true
     WHERE $1::int IS NULL OR d.team_id = $1 ORDER BY d.created_at DESC, d.agent_id LIMIT $2`,
    [teamId, limit],
  );
}

/** Queues a run of any team's dossier. @throws InvalidInputError, NotFoundError, ConflictError */
export async function runAnyDossier(db: Pick<Database, "prisma">, agentId: string): Promise<string> {
  if ((await db.prisma.dossier.count({ where: { agentId: uuid(agentId) } })) === 0)
    throw new NotFoundError(`dossier ${agentId}`);
  return queueTask(db, agentId);
}

/**
 * Returns the newest report of any team's dossier, in Markdown. @throws InvalidInputError, NotFoundError where there is
 * none
 */
export async function newestReport(
  db: Queries,
  agentId: string,
): Promise<{ taskId: string; endedAt: Date; report: string }> {
  const [report] = await db.query<{ taskId: string; endedAt: Date; report: string }>(
    `SELECT task_id AS "taskId", ended_at AS "endedAt", report FROM dossier_tasks
     WHERE agent_id = $1 AND status = 'completed' AND report IS NOT NULL ORDER BY ended_at DESC, task_id LIMIT 1`,
    [uuid(agentId)],
  );
  if (report === undefined) throw new NotFoundError(`report of dossier ${agentId}`);
  return report;
}
