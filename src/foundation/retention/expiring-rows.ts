import type { Queries } from "../db/database.ts";

/** Rows that are cleared once they are old enough. The owner of each table declares its own. */
export interface ExpiringRows {
  /** Name for people, such as "steps of the progress log". */
  what: string;
  table: string;
  /** Counts the rows older than this many days. */
  count(db: Queries, days: number): Promise<number>;
  /** Deletes at most `limit` of them, in one statement. @returns how many */
  clear(db: Queries, days: number, limit: number): Promise<number>;
}

/** The answer of the statements in `ExpiringRows`. */
export interface Counted {
  rows: number;
}

/** Returns the number of an answer. */
export const counted = ([answer]: Counted[]): number => answer?.rows ?? 0;
