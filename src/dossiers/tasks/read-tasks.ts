import { z } from "zod";
import { type Caller, sees } from "#accounts/auth/caller";
import type { ChildList } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import { Source } from "../report/material.ts";
import type { DossierManifest } from "../summary/manifest.ts";

export type TaskStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

/** One run of a dossier, without its report. */
export interface DossierTaskRow {
  taskId: string;
  agentId: string;
  status: TaskStatus;
  createdAt: Date;
  lastReportedAt: Date;
  lastReportedBy: string;
  endedAt: Date | null;
  error: string | null;
  /** Null while it is not paused. */
  pausedAt: Date | null;
  pausedBy: string | null;
  sourcesCount: number;
  /** Null where it is not completed, or completed without a report. */
  isNew: boolean | null;
  /** Null where the gathering is not finished, or the run is older than manifests. */
  manifest: DossierManifest | null;
}

const COLUMNS = `t.task_id AS "taskId", t.agent_id AS "agentId", t.status::text AS status, t.created_at AS "createdAt",
  t.last_reported_at AS "lastReportedAt", t.last_reported_by AS "lastReportedBy", t.ended_at AS "endedAt", t.error,
  t.paused_at AS "pausedAt", t.paused_by AS "pausedBy",
  t.sources_count AS "sourcesCount", t.is_new AS "isNew", t.manifest`;

/** The runs of a dossier, newest first. */
export const dossierTasks: ChildList = {
  parents: "uuid",
  columns: COLUMNS,
  rows: "FROM dossier_tasks t WHERE t.agent_id = p.id",
  order: { "t.created_at": "desc", "t.task_id": "asc" },
};

/** Returns the newest run of each of these dossiers; leaves out those that never ran. One statement. */
export async function lastTasks(db: Queries, agentIds: readonly string[]): Promise<DossierTaskRow[]> {
  return db.query<DossierTaskRow>(
    `SELECT x.* FROM unnest($1::uuid[]) AS d(id) CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM dossier_tasks t WHERE t.agent_id = d.id ORDER BY t.created_at DESC, t.task_id LIMIT 1) x`,
    [agentIds],
  );
}

/** Returns those of these runs that are of the caller's dossiers. One statement. */
export async function readTasks(db: Queries, caller: Caller, taskIds: readonly string[]): Promise<DossierTaskRow[]> {
  const rows = await db.query<DossierTaskRow & { teamId: number }>(
    `SELECT ${COLUMNS}, d.team_id AS "teamId" FROM dossier_tasks t JOIN dossiers d ON d.agent_id = t.agent_id
     WHERE t.task_id = ANY($1::uuid[])`,
    [taskIds],
  );
  return rows.filter(({ teamId }) => sees(caller, teamId));
}

/** Returns a run of a dossier of the caller's. @throws NotFoundError */
export async function readTask(db: Queries, caller: Caller, taskId: string): Promise<DossierTaskRow> {
  const [task] = await readTasks(db, caller, [taskId]);
  if (task === undefined) throw new NotFoundError(`dossier task ${taskId}`);
  return task;
}

/** A run's report. */
export interface TaskReport {
  /** Markdown; null before it is written. */
  report: string | null;
  /** In the order of their numbers, from 1. */
  sources: Source[];
}

/** Returns the reports of these runs, which are separate from the runs because they are long. One statement. */
export async function readReports(db: Queries, taskIds: readonly string[]): Promise<Map<string, TaskReport>> {
  const rows = await db.query<{ taskId: string; report: string | null; sources: unknown }>(
    `SELECT task_id AS "taskId", report, sources FROM dossier_tasks WHERE task_id = ANY($1::uuid[])`,
    [taskIds],
  );
  return new Map(
    rows.map(({ taskId, report, sources }) => [taskId, { report, sources: z.array(Source).parse(sources) }]),
  );
}

/** The result of one step of a run. */
export interface TaskStep {
  taskId: string;
  name: string;
  summary: string;
  at: Date;
}

/** Returns the finished steps of these runs, in their order. One statement. */
export async function readSteps(db: Queries, taskIds: readonly string[]): Promise<TaskStep[]> {
  return db.query<TaskStep>(
    `SELECT task_id AS "taskId", name, summary, at FROM dossier_sections WHERE task_id = ANY($1::uuid[]) ORDER BY task_id, position`,
    [taskIds],
  );
}
