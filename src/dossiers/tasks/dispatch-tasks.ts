import type { Logger } from "pino";
import type { Database } from "../../db/database.ts";
import type { Listener } from "../../db/listener.ts";
import type { ExecutionState } from "../../jobs/relay.ts";
import { startWakeLoop } from "../../jobs/wake-loop.ts";
import type { AgentType } from "../create-dossier.ts";
import { endTask } from "./task-lifecycle.ts";

/** What a run's workflow is started with: enough to run, and to tell an operator what it is. */
export interface DispatchedTask {
  taskId: string;
  agentId: string;
  agentType: AgentType;
  question: string;
  teamId: number;
  teamName: string;
}

/** Temporal as runs of dossiers need it. `start` of a run that was started before is a success. */
export interface DossierOrchestrator {
  start(task: DispatchedTask): Promise<void>;
  cancel(taskId: string): Promise<void>;
  describe(taskId: string): Promise<ExecutionState>;
}

export interface DossierRelayDeps {
  db: Database;
  orchestrator: DossierOrchestrator;
  listener: Listener;
  log: Logger;
}

/** Runs whose execution is looked up: those that Temporal may have ended without any code of ours. */
const RECONCILE_MS = 30_000;
const BATCH = 20;

/** As runs of markets are leased: whoever dies between the lease and the start is followed by another attempt. */
const TO_DISPATCH = `
  UPDATE dossier_tasks k
  SET dispatch_attempts = dispatch_attempts + 1,
      next_dispatch_at = now() + least(15, 2 ^ least(dispatch_attempts, 4)) * interval '1 second' + interval '4 seconds'
  FROM dossiers d JOIN teams t ON t.id = d.team_id
  WHERE d.agent_id = k.agent_id AND k.task_id IN (
    SELECT task_id FROM dossier_tasks WHERE dispatched_at IS NULL AND status = 'queued' AND next_dispatch_at <= now()
    ORDER BY created_at, task_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING k.task_id AS "taskId", k.agent_id AS "agentId", d.agent_type::text AS "agentType", left(d.query, 500) AS question,
    d.team_id AS "teamId", t.name AS "teamName"`;

const TO_CANCEL = `SELECT task_id AS "taskId" FROM dossier_tasks
  WHERE status = 'running' AND cancel_requested_at IS NOT NULL AND cancel_sent_at IS NULL ORDER BY created_at LIMIT ${BATCH}`;

const TO_RECONCILE = `SELECT task_id AS "taskId", status::text AS status FROM dossier_tasks
  WHERE status IN ('queued', 'running') AND dispatched_at < now() - interval '30 seconds'`;

async function dispatchQueued({ db, orchestrator, log }: DossierRelayDeps): Promise<void> {
  const tasks = await db.query<DispatchedTask>(TO_DISPATCH, []);
  let started = 0;
  for (const task of tasks) {
    try {
      await orchestrator.start(task);
    } catch (error) {
      log.warn({ taskId: task.taskId, err: error }, "Temporal did not take a run of a dossier; it is tried again");
      continue;
    }
    await db.query("UPDATE dossier_tasks SET dispatched_at = coalesce(dispatched_at, now()) WHERE task_id = $1", [
      task.taskId,
    ]);
    started++;
  }
  // Temporal answers again: what waits for its back-off need not.
  if (started > 0)
    await db.query(
      `UPDATE dossier_tasks SET next_dispatch_at = now() WHERE dispatched_at IS NULL AND status = 'queued'
         AND next_dispatch_at > now() AND dispatch_attempts > 0 AND NOT (task_id = ANY($1::uuid[]))`,
      [tasks.map(({ taskId }) => taskId)],
    );
}

async function handOverCancels({ db, orchestrator, log }: DossierRelayDeps): Promise<void> {
  for (const { taskId } of await db.query<{ taskId: string }>(TO_CANCEL, [])) {
    try {
      await orchestrator.cancel(taskId);
      await db.query("UPDATE dossier_tasks SET cancel_sent_at = now() WHERE task_id = $1", [taskId]);
    } catch (error) {
      log.warn({ taskId, err: error }, "Temporal did not take a cancel; it is tried again");
    }
  }
}

/** Closes runs that Temporal has ended without our code, and dispatches again what it has lost before it began. */
export async function reconcileTasks({ db, orchestrator, log }: Omit<DossierRelayDeps, "listener">): Promise<void> {
  for (const { taskId, status } of await db.query<{ taskId: string; status: string }>(TO_RECONCILE, [])) {
    const found = await orchestrator.describe(taskId).catch((error: unknown) => {
      log.debug({ taskId, err: error }, "Temporal cannot be asked for a run of a dossier");
      return { state: "open" } as const;
    });
    if (found.state === "open") continue;
    if (found.state === "unknown" && status === "queued") {
      await db.query(
        "UPDATE dossier_tasks SET dispatched_at = NULL, next_dispatch_at = now() WHERE task_id = $1 AND status = 'queued'",
        [taskId],
      );
      continue;
    }
    const reason =
      found.state === "closed" ? `ended in Temporal: ${found.how}` : "Temporal does not know this run any more";
    const byOperator = found.state === "closed" && found.how !== "failed";
    log.warn({ taskId, reason }, "closing a run of a dossier that Temporal has ended");
    await endTask(db, taskId, { status: byOperator ? "cancelled" : "failed", reason });
  }
}

/**
 * Carries queued runs of dossiers and requests to cancel them to Temporal, as the relay of markets' runs does. Several processes may
 * run it at once.
 */
export function startDossierRelay(deps: DossierRelayDeps): { stop(): Promise<void> } {
  let lastReconcile = Date.now();
  return startWakeLoop(deps, async () => {
    await dispatchQueued(deps);
    await handOverCancels(deps);
    if (Date.now() - lastReconcile <= RECONCILE_MS) return;
    lastReconcile = Date.now();
    await reconcileTasks(deps);
  });
}
