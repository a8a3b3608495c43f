import type { Queries, Transaction } from "#foundation/db/database";
import { isUniqueViolation } from "#foundation/db/unique-violation";
import { ConflictError } from "#foundation/errors/index";

/**
 * The channel that wakes the relay. The payload is the table where a run was queued; an empty one makes the relay look
 * at everything.
 */
export const RUNS_CHANNEL = "workflow_runs";

/**
 * A table of runs. A run is `queued`, then `running`, and ends as `completed`, `failed` or `cancelled`; a run that has
 * not started may end too. A partial unique index admits one open run per subject. Only `runStates` writes `status`,
 * `temporal_run_id`, `ended_at`, `cancel_requested_at`, `cancel_requested_by`, `paused_at` and `paused_by`; the queue writes `dispatched_at`,
 * `dispatch_attempts`, `next_dispatch_at` and `cancel_sent_at`.
 */
export interface RunTable {
  /** The word for one of its runs, for people. */
  name: string;
  table: string;
  /** Column of the runs' ids. */
  id: string;
  /** Columns that order runs by age. */
  order: string;
  /** Column of the time when a run was requested. */
  askedAt: string;
}

/** How a run or a job ends. */
export const OUTCOMES = ["completed", "failed", "cancelled"] as const;

export interface RunEnd {
  status: (typeof OUTCOMES)[number];
  /** The reason of a failure or a cancel, for people. */
  reason?: string;
}

/** `unstarted`: no execution has the run, so the caller ends it at once. False: there is nothing to cancel. */
export type CancelRequest = "unstarted" | "asked" | "askedBefore" | false;

/**
 * State transitions of a table's runs. Each works within the caller's transaction and locks the run's row until it
 * ends.
 */
export interface RunStates<Id extends number | string> {
  runs: RunTable;
  /**
   * Writes a new run as queued; the relay starts it once the transaction commits.
   * @throws ConflictError with this text where another run is open
   */
  queue<Run>(tx: Transaction, create: () => Promise<Run>, conflict: string): Promise<Run>;
  /**
   * Moves a run from queued to running under this execution's run id. False where the run was cancelled before it
   * started, or another execution has it.
   */
  claim(tx: Transaction, id: Id, temporalRunId: string): Promise<boolean>;
  /** Ends a run once. Resolves to the reason, which names who requested a cancel; null where it had ended before. */
  end(tx: Transaction, id: Id, end: RunEnd): Promise<string | null>;
  /** @param by who requests it, as the log names them */
  requestCancel(tx: Transaction, id: Id, by: string): Promise<CancelRequest>;
  /**
   * Records who paused a run, and why; null where it goes on. A repeat keeps the time.
   */
  notePause(tx: Transaction, id: Id, pausedBy: string | null): Promise<void>;
  /** Queues all open runs again, because their executions are gone. Resolves to their number. */
  restart(inside: Queries): Promise<number>;
}

const IS_OPEN = "status IN ('queued', 'running')";

const statementsOf = ({ table, id }: RunTable) => ({
  claim: `
    UPDATE ${table} SET status = 'running', temporal_run_id = $2, dispatched_at = coalesce(dispatched_at, now())
    WHERE ${id} = $1 AND (status = 'queued' OR (status = 'running' AND temporal_run_id = $2)) RETURNING 1 AS claimed`,
  end: `
    UPDATE ${table} SET status = $2::job_status, ended_at = now(), paused_at = NULL, paused_by = NULL
    WHERE ${id} = $1 AND ${IS_OPEN}
    RETURNING temporal_run_id IS NOT NULL AS "wasRunning", cancel_requested_by AS "cancelRequestedBy"`,
  requestCancel: `
    UPDATE ${table} SET cancel_requested_at = now(), cancel_requested_by = $2
    WHERE ${id} = $1 AND ${IS_OPEN} AND cancel_requested_at IS NULL RETURNING status = 'running' AS "isRunning"`,
  notePause: `
    UPDATE ${table} SET paused_at = CASE WHEN $2::text IS NOT NULL THEN coalesce(paused_at, now()) END, paused_by = $2
    WHERE ${id} = $1 AND ${IS_OPEN}`,
  restart: `
    UPDATE ${table} SET status = 'queued', temporal_run_id = NULL, dispatched_at = NULL, dispatch_attempts = 0,
      next_dispatch_at = now(), cancel_sent_at = NULL
    WHERE ${IS_OPEN} RETURNING 1 AS restarted`,
  forgetPauses: `UPDATE ${table} SET paused_at = NULL, paused_by = NULL WHERE paused_at IS NOT NULL`,
  isOpen: `SELECT 1 AS open FROM ${table} WHERE ${id} = $1 AND ${IS_OPEN}`,
});

interface Ended {
  wasRunning: boolean;
  cancelRequestedBy: string | null;
}

function reasonOf({ status, reason }: RunEnd, { wasRunning, cancelRequestedBy }: Ended): string {
  if (status !== "cancelled" || cancelRequestedBy === null) return reason ?? status;
  return `cancelled by ${cancelRequestedBy}${wasRunning ? "" : " before it started"}`;
}

async function wakeRelay(tx: Transaction, queued = ""): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${RUNS_CHANNEL}, ${queued})`;
}

export function runStates<Id extends number | string>(runs: RunTable): RunStates<Id> {
  const statements = statementsOf(runs);
  return {
    runs,

    async queue(tx, create, conflict) {
      const run = await create().catch((error: unknown) => {
        throw isUniqueViolation(error) ? new ConflictError(conflict) : error;
      });
      await wakeRelay(tx, runs.table);
      return run;
    },

    async claim(tx, id, temporalRunId) {
      return (await tx.$queryRawUnsafe<object[]>(statements.claim, id, temporalRunId)).length > 0;
    },

    async end(tx, id, end) {
      const [ended] = await tx.$queryRawUnsafe<Ended[]>(statements.end, id, end.status);
      return ended === undefined ? null : reasonOf(end, ended);
    },

    async requestCancel(tx, id, by) {
      const [asked] = await tx.$queryRawUnsafe<{ isRunning: boolean }[]>(statements.requestCancel, id, by);
      if (asked === undefined)
        return (await tx.$queryRawUnsafe<object[]>(statements.isOpen, id)).length > 0 && "askedBefore";
      await wakeRelay(tx);
      return asked.isRunning ? "asked" : "unstarted";
    },

    async notePause(tx, id, pausedBy) {
      await tx.$executeRawUnsafe(statements.notePause, id, pausedBy);
    },

    async restart(inside) {
      // A restored backup may be older than the table, or than pauses.
      const columns = await inside.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1",
        [runs.table],
      );
      if (columns.length === 0) return 0;
      if (columns.some(({ name }) => name === "paused_by")) await inside.query(statements.forgetPauses, []);
      return (await inside.query(statements.restart, [])).length;
    },
  };
}
