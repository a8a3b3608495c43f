import type { Queries } from "#foundation/db/database";

/** The month's cost so far, in micro-dollars, of teams and platform together. */
export interface SpendNow {
  amount: number;
  /** Calls that are under way, or ended without an answer: counted at their cap. */
  uncertain: number;
}

/** Returns this month's spending (UTC). */
export async function spendNow(db: Queries): Promise<SpendNow> {
  const [found] = await db.query<SpendNow>(
    `WITH now AS (SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month)
     SELECT coalesce((SELECT sum(s.amount) FROM spend s WHERE s.month = now.month), 0)::float8 AS amount,
       (SELECT count(*) FROM ledger_entries l WHERE l.month = now.month AND l.state IN ('intent', 'unknown'))::int AS uncertain
     FROM now`,
    [],
  );
  return found ?? { amount: 0, uncertain: 0 };
}
