import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import { createRunQueue, type Orchestrator, type RunQueue } from "#jobs/run-queue";
import { endFill, fillStates, queueWaitingFills } from "./fill-lifecycle.ts";

/** The input of a fill's workflow: enough to run, and for an operator to identify it. */
export interface DispatchedFill {
  fillId: number;
  marketId: number;
  marketName: string;
  teamId: number;
  teamName: string;
  /** Trace of the request that started it; only the relay reads it. */
  traceParent?: string | null;
}

const SELECT_LEASED = `
  SELECT r.id AS "fillId", r.market_id AS "marketId", left(m.name, 200) AS "marketName", m.team_id AS "teamId", t.name AS "teamName",
    r.trace_parent AS "traceParent"
  FROM leased r JOIN markets m ON m.id = r.market_id JOIN teams t ON t.id = m.team_id`;

/**
 * Returns the queue of fills. It also queues a fill wherever cells wait, such as those of companies that have joined a
 * market.
 */
export function columnFills(db: Database, orchestrator: Orchestrator<DispatchedFill>, log: Logger): RunQueue {
  const queue = createRunQueue<DispatchedFill, number>(
    {
      runs: fillStates.runs,
      kind: "'columns'",
      selectLeased: SELECT_LEASED,
      idOf: ({ fillId }) => fillId,
      end: (fillId, closed) => db.prisma.$transaction((tx) => endFill(tx, fillId, closed)),
    },
    { db, orchestrator, log },
  );
  return {
    ...queue,
    async dispatch() {
      await queueWaitingFills(db);
      await queue.dispatch();
    },
  };
}
