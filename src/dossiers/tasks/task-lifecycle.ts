import type { Queries } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import type { Material } from "../report/material.ts";
import type { DossierManifest } from "../summary/manifest.ts";

type Db = Queries;

/**
 * The first step of a run: queued becomes running under this execution's run id. False when it could not be claimed: it
 * was cancelled before it started, or another execution has it. The workflow then ends without doing anything.
 */
export async function claimTask(db: Db, taskId: string, temporalRunId: string): Promise<boolean> {
  const claimed = await db.query(
    `UPDATE dossier_tasks SET status = 'running', temporal_run_id = $2, dispatched_at = coalesce(dispatched_at, now()),
       last_reported_at = now(), last_reported_by = 'start'
     WHERE task_id = $1 AND (status = 'queued' OR (status = 'running' AND temporal_run_id = $2)) RETURNING task_id`,
    [taskId, temporalRunId],
  );
  return claimed.length > 0;
}

export interface StepReport {
  taskId: string;
  /** From 0: the order in the report. */
  position: number;
  name: string;
  /** Its result, for people. */
  summary: string;
  /** Null: nothing for the report. */
  material: Material | null;
}

/** Stores a step's material; a repeat replaces it. @throws ConflictError when the run has ended */
export async function keepSection(db: Db, { taskId, position, name, summary, material }: StepReport): Promise<void> {
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
export async function keepManifest(db: Db, taskId: string, manifest: DossierManifest): Promise<void> {
  await db.query("UPDATE dossier_tasks SET manifest = $2::jsonb WHERE task_id = $1 AND status = 'running'", [
    taskId,
    JSON.stringify(manifest),
  ]);
}

/** Ends a run once; one that has ended stays as it is. */
export async function endTask(
  db: Db,
  taskId: string,
  end: { status: "failed" | "cancelled"; reason: string },
): Promise<void> {
  await db.query(
    `UPDATE dossier_tasks SET status = $2::job_status, error = $3, ended_at = now(), last_reported_at = now()
     WHERE task_id = $1 AND status IN ('queued', 'running')`,
    [taskId, end.status, end.reason],
  );
}
