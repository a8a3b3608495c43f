import type { Transaction } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import { currentTraceparent } from "#foundation/tracing/tracing";
import { FIRST_ENTRY_PART, NEXT_SEQUENCE_PART } from "./progress-log.ts";
import { RUNS_CHANNEL, runStates } from "./run-states.ts";

export type WorkflowKind = "discovery" | "publish";

/** What Temporal runs for requests: runs of markets and dossiers, and fills of columns. */
export const RUN_KINDS = ["discovery", "publish", "dossier", "columns"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Returns the Temporal workflow id of a run, so that an operator finds one from the other. */
export const temporalWorkflowId = (kind: RunKind, id: number | string): string => `${kind}-${id}`;

/** The states of discoveries and publishes; `run-lifecycle.ts` has what else changes with them. */
export const marketRunStates = runStates<number>({
  name: "a run of a market",
  table: "workflow_runs",
  id: "id",
  order: "id",
  askedAt: "requested_at",
});

/** What a request wants beside the discovery or the publish itself. */
export interface ChosenPipeline {
  /** Names of pipeline flags in running order. */
  flags: string[];
  /** Whether to publish with these flags as soon as the discovery has completed. */
  skipReview: boolean;
}

export interface NewRun {
  marketId: number;
  kind: WorkflowKind;
  /** The pass of a discovery; a publish has none. */
  pass?: string;
  /** Pipeline flags; each becomes a job after the discovery. */
  pipelineFlags: string[];
  /** For a discovery: whether to publish as soon as it has completed. */
  skipReview?: boolean;
  /** The flags of that publish. */
  publishFlags?: string[];
  /** Cap on the total cost of its jobs, in micro-dollars; null means no cap. */
  costCap?: number | null;
  /** The ended job that its jobs continue. */
  continuesJobId?: number | null;
  /** The log's text while the run waits for a worker. */
  queuedMessage: string;
}

export interface QueuedRun {
  workflowId: number;
  jobs: { jobId: number; name: string }[];
}

/** Returns what the parts below need of a run, as `run` of the JSON in the first parameter. */
export function runValues({
  kind,
  pass,
  pipelineFlags,
  skipReview,
  publishFlags,
  costCap,
  queuedMessage,
  ...run
}: Omit<NewRun, "marketId">) {
  return {
    kind,
    skipReview: skipReview ?? false,
    publishFlags: publishFlags ?? [],
    traceParent: currentTraceparent(),
    jobs: [
      ...(pass === undefined ? [] : [{ kind: "discovery", name: pass }]),
      ...pipelineFlags.map((name) => ({ kind: "pipeline", name })),
    ],
    costCap: costCap ?? null,
    continuesJobId: run.continuesJobId ?? null,
    message: queuedMessage,
  };
}

/** Part of a statement: `busy` has a row where the market of `asked` (market_id) has a queued or running run. */
export const BUSY_PART = `
  busy AS (
    SELECT FROM workflow_runs r JOIN asked a ON r.market_id = a.market_id WHERE r.status IN ('queued', 'running'))`;

/**
 * Parts of a statement that write a run and its jobs as queued, with the first entry of the log. The run belongs to the
 * row of `market` (id, log_sequence, charged_month). `run` and `job` return them. The statement must read `told`, which
 * wakes the relay on commit.
 */
export const QUEUE_PARTS = `
  run AS (
    INSERT INTO workflow_runs (market_id, kind, skip_review, publish_flags, charged_month, trace_parent)
    SELECT m.id, r.kind, r."skipReview", r."publishFlags", m.charged_month, r."traceParent"
    FROM market m, jsonb_to_record($1::jsonb->'run') AS r(kind workflow_kind, "skipReview" boolean, "publishFlags" text[], "traceParent" text)
    RETURNING id, market_id),
  job AS (
    INSERT INTO jobs (market_id, kind, name, workflow_run_id, cost_cap, continues_job_id)
    SELECT run.market_id, (j.value->>'kind')::job_kind, j.value->>'name', run.id,
      ($1::jsonb->'run'->>'costCap')::bigint, ($1::jsonb->'run'->>'continuesJobId')::int
    FROM run, jsonb_array_elements($1::jsonb->'run'->'jobs') WITH ORDINALITY AS j(value, place) ORDER BY j.place
    RETURNING id, name),
  ${FIRST_ENTRY_PART},
  told AS (
    SELECT count(woken) + (SELECT count(told) FROM logged) AS messages
    FROM (SELECT pg_notify('${RUNS_CHANNEL}', 'workflow_runs')::text AS woken FROM run) relay)`;

/** Makes the error for a violation of the partial unique index on runs, for people. */
export const marketIsBusy = () =>
  new ConflictError(
    "a discovery or a publish of this market is queued or running; wait until it has ended, or cancel it with cancelDiscovery or cancelPublish",
  );

/**
 * Writes a run and its jobs as queued: one statement, within the caller's transaction. A market has at most one queued
 * or running run.
 * @throws ConflictError when the market has one already
 */
export async function queueRun(tx: Transaction, run: NewRun): Promise<QueuedRun> {
  const sent = JSON.stringify({ marketId: run.marketId, run: runValues(run) });
  const [queued] = await tx
    .$queryRawUnsafe<{ workflowId: number | null; jobs: QueuedRun["jobs"] }[]>(
      `WITH ${NEXT_SEQUENCE_PART}, ${QUEUE_PARTS}
       SELECT run.id AS "workflowId", told.messages::int,
         (SELECT coalesce(json_agg(json_build_object('jobId', id, 'name', name) ORDER BY id), '[]') FROM job) AS jobs
       FROM told LEFT JOIN run ON true`,
      sent,
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? marketIsBusy() : error;
    });
  if (queued?.workflowId == null) throw new NotFoundError(`market ${run.marketId}`);
  return { workflowId: queued.workflowId, jobs: queued.jobs };
}

/** Returns a market's waiting or running run of a kind, with its jobs; null where there is none. */
export function openRun(db: Transaction, marketId: number, kind: WorkflowKind) {
  return db.workflowRun.findFirst({
    where: { marketId, kind, status: { in: ["queued", "running"] } },
    select: { id: true, jobs: { select: { id: true, kind: true }, orderBy: { id: "asc" } } },
  });
}

/** Returns a run with its jobs. */
export function readRun(db: Transaction, workflowId: number) {
  return db.workflowRun.findUniqueOrThrow({ where: { id: workflowId }, include: { jobs: { orderBy: { id: "asc" } } } });
}

/**
 * Stores with a publish the market's previous state, for a cancel to restore; the first call wins. Locks the run's row.
 * @returns the market's id; null for a later call, or where the run has ended
 */
export async function keepMarketState(tx: Transaction, workflowId: number): Promise<number | null> {
  const [marked] = await tx.$queryRaw<{ marketId: number }[]>`
    UPDATE workflow_runs r SET market_status_before = m.status, published_before = m.published_at
    FROM markets m WHERE m.id = r.market_id AND r.id = ${workflowId} AND r.status = 'running' AND r.market_status_before IS NULL
    RETURNING r.market_id AS "marketId"`;
  return marked?.marketId ?? null;
}
