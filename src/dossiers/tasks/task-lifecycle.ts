import type { PrismaClient, Queries, Transaction } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { type RunEnd, runStates } from "#jobs/run-states";
import type { Material, Source } from "../report/material.ts";
import type { DossierManifest } from "../summary/manifest.ts";

/** The states of dossier runs. */
export const taskStates = runStates<string>({
  name: "a run of a dossier",
  table: "dossier_tasks",
  id: "task_id",
  order: "created_at, task_id",
  askedAt: "created_at",
});

/**
 * Claims a run, as its first step: it becomes running under this execution's run id. False when it could not be
 * claimed; the workflow then ends without doing anything.
 */
export async function claimTask(prisma: PrismaClient, taskId: string, temporalRunId: string): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    if (!(await taskStates.claim(tx, taskId, temporalRunId))) return false;
    await tx.dossierTask.update({ where: { taskId }, data: { lastReportedAt: new Date(), lastReportedBy: "start" } });
    return true;
  });
}

export interface StepReport {
  taskId: string;
  /** Position in the report, from 0. */
  position: number;
  name: string;
  /** Its result, for people. */
  summary: string;
  /** Null where it adds nothing to the report. */
  material: Material | null;
}

/** Stores a step's material; a repeat replaces it. @throws ConflictError when the run has ended */
export async function keepSection(
  db: Queries,
  { taskId, position, name, summary, material }: StepReport,
): Promise<void> {
  const kept = await db.query(
    `WITH running AS (
       UPDATE dossier_tasks SET last_reported_at = now(), last_reported_by = $3 WHERE task_id = $1 AND status = 'running' RETURNING task_id)
     INSERT INTO dossier_sections (task_id, position, name, summary, material)
     SELECT task_id, $2::smallint, $3, $4, $5::jsonb FROM running
     ON CONFLICT (task_id, position) DO UPDATE SET name = excluded.name, summary = excluded.summary, at = now(), material = excluded.material
     RETURNING task_id`,
    [taskId, position, name, summary, material === null ? null : JSON.stringify(material)],
  );
  if (kept.length === 0) throw new ConflictError("this run of the dossier has ended");
}

/** Stores the manifest of a run's summary; a run that has ended stays as it is. */
export async function keepManifest(db: Queries, taskId: string, manifest: DossierManifest): Promise<void> {
  await db.query("UPDATE dossier_tasks SET manifest = $2::jsonb WHERE task_id = $1 AND status = 'running'", [
    taskId,
    JSON.stringify(manifest),
  ]);
}

export interface WrittenTask {
  /** Markdown. */
  report: string;
  sources: Source[];
  sourcesCount: number;
  contentHash: string;
  isNew: boolean;
}

/** Completes a run with its report and its last step. False where it had ended before, and stays as it is. */
export async function completeTask(
  tx: Transaction,
  { taskId, agentId }: { taskId: string; agentId: string },
  written: WrittenTask,
  step: Omit<StepReport, "taskId" | "material">,
): Promise<boolean> {
  if ((await taskStates.end(tx, taskId, { status: "completed" })) === null) return false;
  const now = new Date();
  await tx.dossierTask.update({
    where: { taskId },
    data: { ...written, lastReportedAt: now, lastReportedBy: step.name },
  });
  await tx.dossier.update({ where: { agentId }, data: { lastModifiedAt: now } });
  await tx.dossierSection.createMany({ data: { taskId, ...step }, skipDuplicates: true });
  return true;
}

/** Ends a run without a report; an ended one stays as it is. */
export async function endTask(tx: Transaction, taskId: string, end: RunEnd): Promise<void> {
  const error = await taskStates.end(tx, taskId, end);
  if (error !== null) await tx.dossierTask.update({ where: { taskId }, data: { error, lastReportedAt: new Date() } });
}
