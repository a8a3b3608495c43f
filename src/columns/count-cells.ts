import type { Queries } from "#foundation/db/database";

/** How many cells of a column are in each state. */
export interface CellCounts {
  waiting: number;
  said: number;
  notSaid: number;
  stopped: number;
}

/** Returns the counts of some columns, in their order. One statement. */
export async function countCells(db: Queries, columnIds: readonly number[]): Promise<CellCounts[]> {
  const rows = await db.query<CellCounts & { columnId: number }>(
    `SELECT column_id AS "columnId", count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
       count(*) FILTER (WHERE state = 'said')::int AS said, count(*) FILTER (WHERE state = 'not_said')::int AS "notSaid",
       count(*) FILTER (WHERE state = 'stopped')::int AS stopped
     FROM market_cells WHERE column_id = ANY($1::int[]) GROUP BY column_id`,
    [columnIds],
  );
  const byColumn = new Map(rows.map(({ columnId, ...counts }) => [columnId, counts]));
  return columnIds.map((id) => byColumn.get(id) ?? { waiting: 0, said: 0, notSaid: 0, stopped: 0 });
}
