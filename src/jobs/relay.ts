import type { Logger } from "pino";
import { markCutOff } from "../costs/ledger.ts";
import type { Database } from "../db/database.ts";
import type { Listener } from "../db/listener.ts";
import { endRun } from "./run-lifecycle.ts";
import { startWakeLoop } from "./wake-loop.ts";
import type { WorkflowKind } from "./workflow-runs.ts";

/** What a workflow is started with: enough for it to run, and for an operator to know what it is. */
export interface DispatchedRun {
  workflowId: number;
  kind: WorkflowKind;
  marketId: number;
  marketName: string;
  teamId: number;
  teamName: string;
  userPrompt: string;
  jobs: { jobId: number; name: string }[];
}

/** What the orchestrator says of a run. */
export type ExecutionState = { state: "open" } | { state: "unknown" } | { state: "closed"; how: string };

/** The orchestrator as the relay needs it. `start` of a run that was started before is a success. */
export interface Orchestrator {
  start(run: DispatchedRun): Promise<void>;
  cancel(kind: WorkflowKind, workflowId: number): Promise<void>;
  describe(kind: WorkflowKind, workflowId: number): Promise<ExecutionState>;
}

export interface RelayDeps {
  db: Database;
  orchestrator: Orchestrator;
  listener: Listener;
  log: Logger;
}

/** Runs whose execution is looked up: those that Temporal may have ended without any code of ours. */
const RECONCILE_MS = 30_000;
const BATCH = 20;

const TO_DISPATCH = `
  UPDATE workflow_runs r
  SET dispatch_attempts = dispatch_attempts + 1,
      -- A lease: whoever dies between here and the start is followed by another attempt.
      next_dispatch_at = now() + least(15, 2 ^ least(dispatch_attempts, 4)) * interval '1 second' + interval '4 seconds'
  FROM markets m JOIN teams t ON t.id = m.team_id
  WHERE m.id = r.market_id AND r.id IN (
    SELECT id FROM workflow_runs WHERE dispatched_at IS NULL AND status = 'queued' AND next_dispatch_at <= now()
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING r.id AS "workflowId", r.kind::text AS kind, r.market_id AS "marketId", m.name AS "marketName",
    m.team_id AS "teamId", t.name AS "teamName",
    coalesce((SELECT c.user_prompt FROM criteria_versions c WHERE c.market_id = m.id ORDER BY c.id DESC LIMIT 1), '') AS "userPrompt",
    (SELECT json_agg(json_build_object('jobId', j.id, 'name', j.name) ORDER BY j.id) FROM jobs j WHERE j.workflow_run_id = r.id) AS jobs`;

const TO_CANCEL = `
  SELECT id AS "workflowId", kind::text AS kind FROM workflow_runs
  WHERE cancel_requested_at IS NOT NULL AND cancel_sent_at IS NULL AND dispatched_at IS NOT NULL
  ORDER BY id LIMIT ${BATCH}`;

const TO_RECONCILE = `
  SELECT id AS "workflowId", kind::text AS kind, status::text AS status FROM workflow_runs
  WHERE status IN ('queued', 'running') AND dispatched_at < now() - interval '30 seconds'`;

/** Starts queued runs. Returns how many the orchestrator took; what it refused is tried again later, with a back-off. */
async function dispatchQueued({ db, orchestrator, log }: RelayDeps): Promise<number> {
  const runs = await db.query<DispatchedRun>(TO_DISPATCH, []);
  let started = 0;
  for (const run of runs) {
    try {
      await orchestrator.start({ ...run, jobs: run.jobs ?? [] });
    } catch (error) {
      log.warn(
        { workflowId: run.workflowId, err: error },
        "Temporal did not take a run; it stays queued and is tried again",
      );
      continue;
    }
    await db.query("UPDATE workflow_runs SET dispatched_at = coalesce(dispatched_at, now()) WHERE id = $1", [
      run.workflowId,
    ]);
    started++;
  }
  // Temporal answers again: what waits for its back-off need not.
  if (started > 0)
    await db.query(
      "UPDATE workflow_runs SET next_dispatch_at = now() WHERE dispatched_at IS NULL AND status = 'queued' AND next_dispatch_at > now() AND dispatch_attempts > 0 AND NOT (id = ANY($1))",
      [runs.map((run) => run.workflowId)],
    );
  return started;
}

/** Hands requests to cancel to the orchestrator; one that it does not know any more needs no cancel. */
async function handOverCancels({ db, orchestrator, log }: RelayDeps): Promise<void> {
  for (const run of await db.query<{ workflowId: number; kind: WorkflowKind }>(TO_CANCEL, [])) {
    try {
      await orchestrator.cancel(run.kind, run.workflowId);
      await db.query("UPDATE workflow_runs SET cancel_sent_at = now() WHERE id = $1", [run.workflowId]);
    } catch (error) {
      log.warn({ workflowId: run.workflowId, err: error }, "Temporal did not take a cancel; it is tried again");
    }
  }
}

/**
 * Closes what Temporal has ended without running our code, such as a Terminate in its UI, and dispatches again what it has
 * lost before it began. The one place where Temporal is asked for a status.
 */
export async function reconcile({ db, orchestrator, log }: RelayDeps): Promise<void> {
  for (const run of await db.query<{ workflowId: number; kind: WorkflowKind; status: string }>(TO_RECONCILE, [])) {
    const found = await orchestrator.describe(run.kind, run.workflowId).catch((error: unknown) => {
      log.debug({ workflowId: run.workflowId, err: error }, "Temporal cannot be asked for a run");
      return { state: "open" } as const;
    });
    if (found.state === "open") continue;
    if (found.state === "unknown" && run.status === "queued") {
      await db.query(
        "UPDATE workflow_runs SET dispatched_at = NULL, next_dispatch_at = now() WHERE id = $1 AND status = 'queued'",
        [run.workflowId],
      );
      continue;
    }
    const reason =
      found.state === "closed" ? `ended in Temporal: ${found.how}` : "Temporal does not know this run any more";
    const byOperator = found.state === "closed" && found.how !== "failed";
    log.warn({ workflowId: run.workflowId, reason }, "closing a run that Temporal has ended");
    await db.prisma.$transaction((tx) =>
      endRun(tx, run.workflowId, { status: byOperator ? "cancelled" : "failed", reason, giveBack: !byOperator }),
    );
  }
}

/**
 * Carries what was committed to Temporal: queued runs, then requests to cancel. Woken by the commits, polls besides, and
 * goes on by itself after an outage of either side. Several processes may run it at once: rows are leased.
 */
export function startRelay(deps: RelayDeps): { stop(): Promise<void> } {
  let lastReconcile = Date.now();
  return startWakeLoop(deps, async () => {
    await dispatchQueued(deps);
    await handOverCancels(deps);
    if (Date.now() - lastReconcile <= RECONCILE_MS) return;
    lastReconcile = Date.now();
    await reconcile(deps);
    await markCutOff(deps.db);
  });
}
