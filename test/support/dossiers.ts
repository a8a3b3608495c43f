import {
  type CreateDossierInput,
  DossierTaskDocument,
  type DossierTaskQuery,
  NewDossierDocument,
  RunDossierDocument,
} from "#generated/tests/graphql";
import { eventually, type TestSystem } from "./system.ts";

export type DossierTask = NonNullable<DossierTaskQuery["dossierTask"]>;

/** Makes a dossier; returns its id. */
export async function createDossier(system: TestSystem, key: string, input: CreateDossierInput): Promise<string> {
  return (await system.answer(key, NewDossierDocument, { input })).createDossier.agentId;
}

/** Asks for a run; returns the task's id. */
export async function runDossier(system: TestSystem, key: string, agentId: string): Promise<string> {
  return (await system.answer(key, RunDossierDocument, { input: { agentId } })).runDossier.taskId;
}

/** A run as it stands. */
export async function readDossierTask(system: TestSystem, key: string, taskId: string): Promise<DossierTask> {
  const { dossierTask } = await system.answer(key, DossierTaskDocument, { taskId });
  if (dossierTask == null) throw new Error(`no run ${taskId}`);
  return dossierTask;
}

/** Waits until the run is over. */
export async function endedDossierTask(system: TestSystem, key: string, taskId: string): Promise<DossierTask> {
  const { db } = system.database;
  await eventually(
    () =>
      db.query("SELECT task_id FROM dossier_tasks WHERE task_id = $1 AND status IN ('queued', 'running')", [taskId]),
    (open) => open.length === 0,
  );
  return eventually(
    () => readDossierTask(system, key, taskId),
    ({ status }) => status !== "QUEUED" && status !== "RUNNING",
  );
}
