import type { PrismaClient, Queries, Transaction } from "#foundation/db/database";
import { currentTraceparent } from "#foundation/tracing/tracing";
import { RUNS_CHANNEL, type RunEnd, runStates } from "#jobs/run-states";

/** The states of fills. */
export const fillStates = runStates<number>({
  name: "a fill of a market's columns",
  table: "column_fills",
  id: "id",
  order: "id",
  askedAt: "created_at",
});

/**
 * Claims a fill, as its first step: it becomes running under this execution's run id. False when it could not be
 * claimed; the workflow then ends without doing anything.
 */
export const claimFill = (prisma: PrismaClient, fillId: number, temporalRunId: string): Promise<boolean> =>
  prisma.$transaction((tx) => fillStates.claim(tx, fillId, temporalRunId));

/** Completes a fill; an ended one stays as it is. Cells that wait by then belong to the next fill. */
export async function completeFill(prisma: PrismaClient, fillId: number): Promise<void> {
  await prisma.$transaction((tx) => fillStates.end(tx, fillId, { status: "completed" }));
}

/** Ends a fill that did not complete, and stops the cells that it has not reached. An ended one stays as it is. */
export async function endFill(tx: Transaction, fillId: number, end: RunEnd): Promise<void> {
  const error = await fillStates.end(tx, fillId, end);
  if (error === null) return;
  const { marketId } = await tx.columnFill.update({
    where: { id: fillId },
    data: { error },
    select: { marketId: true },
  });
  await tx.marketCell.updateMany({ where: { marketId, state: "waiting" }, data: { state: "stopped" } });
}

/**
 * Queues a fill of a market, within the caller's transaction. One that is queued or running takes on the waiting cells.
 */
export async function queueFill(tx: Transaction, marketId: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO column_fills (market_id, trace_parent) VALUES (${marketId}, ${currentTraceparent()}) ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`SELECT pg_notify(${RUNS_CHANNEL}, ${fillStates.runs.table})`;
}

/**
 * Queues a fill of each market that has waiting cells but no queued or running fill. Such cells appear when companies
 * join the market, or while its last fill completes. Idempotent.
 */
export async function queueWaitingFills(db: Queries): Promise<void> {
  await db.query(
    `INSERT INTO column_fills (market_id) SELECT DISTINCT c.market_id FROM market_cells c
     WHERE c.state = 'waiting'
       AND NOT EXISTS (SELECT FROM column_fills f WHERE f.market_id = c.market_id AND f.status IN ('queued', 'running'))
     ON CONFLICT DO NOTHING`,
    [],
  );
}
