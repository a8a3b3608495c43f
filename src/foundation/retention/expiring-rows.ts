import type { Queries } from "../db/database.ts";

/** Rows that go once they are old enough. Each stands with the owner of its table. */
export interface ExpiringRows {
  /** For people, such as "steps of the progress log". */
  what: string;
  table: string;
  /** How many are older than so many days. */
  count(db: Queries, days: number): Promise<number>;
  /** Deletes at most `limit` of them, in one statement. @returns how many */
  clear(db: Queries, days: number, limit: number): Promise<number>;
}

/** What the statements of `ExpiringRows` answer. */
export interface Counted {
  rows: number;
}

/** The number of an answer. */
export const counted = ([answer]: Counted[]): number => answer?.rows ?? 0;
