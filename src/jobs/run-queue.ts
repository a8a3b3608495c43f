import DataLoader from "dataloader";
import type { Logger } from "pino";
import type { Queries } from "#foundation/db/database";
import type { RunTable } from "./run-states.ts";
import { type RunKind, temporalWorkflowId } from "./workflow-runs.ts";

/** An execution's status in the orchestrator. */
export type ExecutionState = { state: "open" } | { state: "unknown" } | { state: "closed"; how: string };

/** The orchestrator as a queue needs it. A run's `temporalWorkflowId` identifies its execution. */
export interface Orchestrator<Run> {
  /** Idempotent: starting a run again succeeds. */
  start(run: Run): Promise<void>;
  /** Requests an execution to end; an unknown one needs no cancel. */
  cancel(execution: string): Promise<void>;
  describe(execution: string): Promise<ExecutionState>;
}

/** Number of a kind's runs in one state. */
export interface RunCount {
  kind: string;
  state: string;
  count: number;
  /** Seconds since the oldest was requested. */
  oldestSeconds: number;
}

/** Number of a kind's runs that have ended in one way. */
export interface EndedCount {
  kind: string;
  outcome: string;
  count: number;
}

/** How to close a run that the orchestrator ended without running our code. */
export interface RunClosed {
  status: "failed" | "cancelled";
  /** Text for people. */
  reason: string;
}

/** How to dispatch the runs of a table. */
export interface RunDispatch<Run, Id extends number | string> {
  runs: RunTable;
  /** A SELECT of the inputs of the leased runs; `leased` has the table's columns. */
  selectLeased: string;
  idOf(run: Run): Id;
  /** SQL that gives a run's `RunKind`. */
  kind: string;
  /** Closes an open run; an ended one stays as it is. */
  end(id: Id, closed: RunClosed): Promise<void>;
}

/**
 * Dispatches runs to the orchestrator, and again where it has lost them. Several processes may work on one queue,
 * because rows are leased.
 */
export interface RunQueue {
  /** The table of its runs, which notifications of queued runs name; null where it has none. */
  table: string | null;
  /**
   * Starts queued runs, and resolves once none is left to begin with. Starts may still be under way, and runs queued
   * meanwhile are started beside them. A run that the orchestrator refuses is tried again later, with a back-off.
   */
  dispatch(): Promise<void>;
  /** Resolves when no start is under way. */
  settle(): Promise<void>;
  /** Passes requests to cancel to the orchestrator. */
  handOverCancels(): Promise<void>;
  /**
   * Closes runs that the orchestrator ended without our code, as a Terminate in Temporal's UI does. Dispatches again
   * those that it lost before they began. Nothing else asks Temporal for a status.
   */
  reconcile(): Promise<void>;
  /** Counts the open runs by kind and state. */
  census(): Promise<RunCount[]>;
  /** Counts all runs that have ended, by kind and outcome. Runs are kept, so no count falls. */
  ended(): Promise<EndedCount[]>;
}

/** Number of concurrent starts in one process. */
const AT_ONCE = 20;
/** Number of free places from which on further runs are leased: a statement for each would cost more than it gains. */
const LEASED_FROM = 5;
/** Number of cancels passed on at once. */
const BATCH = 20;

const statementsOf = (
  { table, id, order, askedAt }: RunTable,
  { kind, selectLeased }: Pick<RunDispatch<object, number>, "kind" | "selectLeased">,
) => ({
  lease: `
    WITH leased AS (
      UPDATE ${table}
      SET dispatch_attempts = dispatch_attempts + 1,
          -- Whoever dies between here and the start is followed by another attempt.
          next_dispatch_at = now() + least(15, 2 ^ least(dispatch_attempts, 4)) * interval '1 second' + interval '4 seconds'
      WHERE ${id} IN (
        SELECT ${id} FROM ${table}
        WHERE dispatched_at IS NULL AND status = 'queued'
          -- The first attempt is due at once: a new run may have its time from a process whose clock is ahead.
          AND (dispatch_attempts = 0 OR next_dispatch_at <= now())
        ORDER BY ${order} LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING *)
    ${selectLeased}`,
  started: `
    UPDATE ${table} SET dispatched_at = coalesce(dispatched_at, now()) WHERE ${id} = ANY($1)
    RETURNING cancel_requested_at IS NOT NULL AS "isToCancel"`,
  hurry: `
    UPDATE ${table} SET next_dispatch_at = now() WHERE ${id} = ANY($1) AND dispatched_at IS NULL AND next_dispatch_at > now()`,
  toCancel: `
    SELECT ${id} AS id, ${kind} AS kind FROM ${table}
    WHERE cancel_requested_at IS NOT NULL AND cancel_sent_at IS NULL AND dispatched_at IS NOT NULL
    ORDER BY ${order} LIMIT ${BATCH}`,
  cancelSent: `UPDATE ${table} SET cancel_sent_at = now() WHERE ${id} = $1`,
  toReconcile: `
    SELECT ${id} AS id, ${kind} AS kind, status::text AS status FROM ${table}
    WHERE status IN ('queued', 'running') AND dispatched_at < now() - interval '30 seconds'`,
  census: `
    SELECT ${kind} AS kind, status::text AS state, count(*)::int AS count,
      extract(epoch FROM now() - min(${askedAt}))::float8 AS "oldestSeconds"
    FROM ${table} WHERE status IN ('queued', 'running') GROUP BY 1, 2`,
  ended: `
    SELECT ${kind} AS kind, status::text AS outcome, count(*)::int AS count
    FROM ${table} WHERE status IN ('completed', 'failed', 'cancelled')
    -- By the columns as the index has them, not by their texts, which takes several times as long.
    GROUP BY kind, status`,
  requeue: `UPDATE ${table} SET dispatched_at = NULL, next_dispatch_at = now() WHERE ${id} = $1 AND status = 'queued'`,
});

/** Makes the queue of a table of runs. */
export function createRunQueue<Run extends object, Id extends number | string>(
  dispatch: RunDispatch<Run, Id>,
  { db, orchestrator, log }: { db: Queries; orchestrator: Orchestrator<Run>; log: Logger },
): RunQueue {
  const statements = statementsOf(dispatch.runs, dispatch);
  const { name } = dispatch.runs;
  const underWay = new Set<Promise<void>>();
  /** Runs that Temporal refused; when it answers again, their back-off is cut short. */
  const refused = new Set<Id>();

  let lastMark: Promise<unknown> = Promise.resolve();
  /** Marks in one statement all runs that started while the statement before was under way. */
  const marks = new DataLoader<Id, null>(
    async (ids) => {
      const marking = db.query<{ isToCancel: boolean }>(statements.started, [ids]);
      lastMark = marking.catch(() => {});
      const marked = await marking;
      const waiting = [...refused];
      refused.clear();
      if (waiting.length > 0) await db.query(statements.hurry, [waiting]);
      // Until now there was nothing to cancel.
      if (marked.some(({ isToCancel }) => isToCancel)) await queue.handOverCancels();
      return ids.map(() => null);
    },
    { cache: false, batchScheduleFn: (mark) => void lastMark.then(() => setImmediate(mark)) },
  );

  async function start(run: Run): Promise<void> {
    const id = dispatch.idOf(run);
    try {
      await orchestrator.start(run);
    } catch (error) {
      refused.add(id);
      log.warn({ run: id, err: error }, `Temporal did not take ${name}; it stays queued and is tried again`);
      return;
    }
    // Where the database does not answer, the lease ends and the run is started again, which changes nothing.
    await marks.load(id).catch((error: unknown) => {
      log.debug({ run: id, err: error }, `${name} has started, which could not be noted`);
    });
  }

  const queue: RunQueue = {
    table: dispatch.runs.table,

    async dispatch() {
      for (;;) {
        while (underWay.size > AT_ONCE - LEASED_FROM) await Promise.race(underWay);
        const free = AT_ONCE - underWay.size;
        const runs = await db.query<Run>(statements.lease, [free]);
        for (const run of runs) {
          const starting: Promise<void> = start(run).finally(() => underWay.delete(starting));
          underWay.add(starting);
        }
        if (runs.length < free) return;
      }
    },

    async settle() {
      await Promise.all(underWay);
    },

    async handOverCancels() {
      for (const { id, kind } of await db.query<{ id: Id; kind: RunKind }>(statements.toCancel, [])) {
        try {
          await orchestrator.cancel(temporalWorkflowId(kind, id));
          await db.query(statements.cancelSent, [id]);
        } catch (error) {
          log.warn({ run: id, err: error }, `Temporal did not take the cancel of ${name}; it is tried again`);
        }
      }
    },

    async reconcile() {
      const open = await db.query<{ id: Id; kind: RunKind; status: string }>(statements.toReconcile, []);
      for (const { id, kind, status } of open) {
        const found = await orchestrator.describe(temporalWorkflowId(kind, id)).catch((error: unknown) => {
          log.debug({ run: id, err: error }, `Temporal cannot be asked for ${name}`);
          return { state: "open" } as const;
        });
        if (found.state === "open") continue;
        if (found.state === "unknown" && status === "queued") {
          await db.query(statements.requeue, [id]);
          continue;
        }
        const reason =
          found.state === "closed" ? `ended in Temporal: ${found.how}` : "Temporal no longer knows this run";
        const byOperator = found.state === "closed" && found.how !== "failed" && found.how !== "timed out";
        log.warn({ run: id, reason }, `closing ${name} that Temporal has ended`);
        await dispatch.end(id, { status: byOperator ? "cancelled" : "failed", reason });
      }
    },

    census: () => db.query<RunCount>(statements.census, []),
    ended: () => db.query<EndedCount>(statements.ended, []),
  };
  return queue;
}
