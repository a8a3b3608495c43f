import type { Transaction } from "#foundation/db/database";
import { appendProgress } from "./progress-log.ts";
import { runStates } from "./run-states.ts";

export type WorkflowKind = "discovery" | "publish";

/** What Temporal runs for requests: runs of markets and of dossiers. */
export type RunKind = WorkflowKind | "dossier";

/** The Temporal workflow id of a run: an operator finds one from the other. */
export const temporalWorkflowId = (kind: RunKind, id: number | string): string => `${kind}-${id}`;

/** The states of discoveries and publishes; what else moves with them is in `run-lifecycle.ts`. */
export const marketRunStates = runStates<number>({
  name: "a run of a market",
  table: "workflow_runs",
  id: "id",
  order: "id",
});

/** What a request has done to its market beside the discovery or the publish itself. */
export interface ChosenPipeline {
  /** Names of pipeline flags in running order. */
  flags: string[];
  /** Publish as soon as the discovery has completed, with the flags. */
  skipReview: boolean;
}

export interface NewRun {
  marketId: number;
  kind: WorkflowKind;
  /** The pass of a discovery; a publish has none. */
  pass?: string;
  /** Each becomes a job after the discovery. */
  pipelineFlags: string[];
  /** For a discovery: publish as soon as it has completed. */
  skipReview?: boolean;
  /** The flags of that publish. */
  publishFlags?: string[];
  /** The most that its jobs may cost together, in micro-dollars; null: no cap. */
  costCap?: number | null;
  /** The log's text while the run waits for a worker. */
  queuedMessage: string;
}

export interface QueuedRun {
  workflowId: number;
  jobs: { jobId: number; name: string }[];
}

/**
 * Writes a run and its jobs as queued, within the caller's transaction. A market has at most one run that is queued or
 * running.
 * @throws ConflictError when the market has one already.
 */
export async function queueRun(tx: Transaction, run: NewRun): Promise<QueuedRun> {
  const { marketId, kind, pipelineFlags, skipReview } = run;
  const created = await marketRunStates.queue(
    tx,
    () =>
      tx.workflowRun.create({
        data: { marketId, kind, publishFlags: run.publishFlags ?? [], skipReview: skipReview ?? false },
        select: { id: true },
      }),
    "a discovery or a publish of this market is queued or running; wait until it has ended, or cancel it: a discovery by cancelDiscovery, a publish by cancelPublish",
  );
  const jobs: QueuedRun["jobs"] = [];
  const costCap = run.costCap == null ? null : BigInt(run.costCap);
  for (const name of [...(run.pass === undefined ? [] : [run.pass]), ...pipelineFlags]) {
    const job = await tx.job.create({
      data: { marketId, kind: name === run.pass ? "discovery" : "pipeline", name, workflowRunId: created.id, costCap },
      select: { id: true },
    });
    jobs.push({ jobId: job.id, name });
  }
  const [first] = jobs;
  if (first !== undefined)
    await appendProgress(tx, {
      marketId,
      jobId: first.jobId,
      phase: "queued",
      message: run.queuedMessage,
      progress: 0,
      key: "queued",
    });
  return { workflowId: created.id, jobs };
}

/** A market's run of a kind that waits or runs, with its jobs; null: there is none. */
export function openRun(db: Transaction, marketId: number, kind: WorkflowKind) {
  return db.workflowRun.findFirst({
    where: { marketId, kind, status: { in: ["queued", "running"] } },
    select: { id: true, jobs: { select: { id: true, kind: true }, orderBy: { id: "asc" } } },
  });
}

/** A run with its jobs. */
export function readRun(db: Transaction, workflowId: number) {
  return db.workflowRun.findUniqueOrThrow({ where: { id: workflowId }, include: { jobs: { orderBy: { id: "asc" } } } });
}

/** The month whose quota paid for the run. */
export async function noteCharge(db: Transaction, workflowId: number, chargedMonth: string): Promise<void> {
  await db.workflowRun.update({ where: { id: workflowId }, data: { chargedMonth } });
}

/**
 * Keeps with a publish what its market was before it, for a cancel to give back; the first time stays. Takes the run's row lock.
 * @returns the market's id; null where it was not the first time, or the run has ended
 */
export async function keepMarketState(tx: Transaction, workflowId: number): Promise<number | null> {
  const [marked] = await tx.$queryRaw<{ marketId: number }[]>`
    UPDATE workflow_runs r SET market_status_before = m.status, published_before = m.published_at
    FROM markets m WHERE m.id = r.market_id AND r.id = ${workflowId} AND r.status = 'running' AND r.market_status_before IS NULL
    RETURNING r.market_id AS "marketId"`;
  return marked?.marketId ?? null;
}
