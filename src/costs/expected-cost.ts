import type { Queries } from "#foundation/db/database";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { Purpose } from "./payer.ts";

/** Half of the cases should stay within `p50`, nine of ten within `p90`. */
export interface Range {
  p50: number;
  p90: number;
}

/** A range and its basis, for people. */
export type Expected = Range & { basis: string };

/** Minimum of cases from which history is used. */
const ENOUGH = 8;
/** Number of newest calls in the history. */
const CALLS = 500;
/** Without history: a call's expected share of its cap. */
const SHARE_OF_CAP: Range = { p50: 0.15, p90: 0.4 };

interface Percentiles {
  count: number;
  p50: number | null;
  p90: number | null;
}

/**
 * Returns percentiles of observed values where there are enough, otherwise of assumed ones.
 * @param seen a statement with a column `value`
 * @param what the plural noun for the cases
 */
export async function expected(
  db: Queries,
  seen: { statement: string; values: unknown[] },
  assumed: Range,
  what: string,
): Promise<Expected> {
  const [found] = await db.query<Percentiles>(
    `SELECT count(*)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY x.value) AS p50,
       percentile_cont(0.9) WITHIN GROUP (ORDER BY x.value) AS p90 FROM (${seen.statement}) x`,
    seen.values,
  );
  const { count, p50, p90 } = found ?? { count: 0, p50: null, p90: null };
  if (count < ENOUGH || p50 === null || p90 === null)
    return { ...assumed, basis: `assumed: only ${count} ${what} to go by` };
  return { p50, p90, basis: `the last ${count} ${what}` };
}

/**
 * Returns the expected cost of one model call in micro-dollars, from its last calls for this purpose, or else from its
 * cap. Calls for cells of columns have the purpose `question` in the ledger, and name their column.
 */
export function expectedCallCost(
  db: Queries,
  { name }: Pick<LanguageModel, "name">,
  purpose: Purpose | "column",
  cap: Range,
): Promise<Expected> {
  const [provider = "", model = ""] = name.split(/:(.*)/s);
  return expected(
    db,
    {
      statement: `SELECT amount::float8 AS value FROM ledger_entries WHERE provider = $1 AND operation = 'chat' AND model = $2
        AND purpose = $3::ledger_purpose AND (column_id IS NOT NULL) = $4::bool AND state = 'settled' ORDER BY created_at DESC LIMIT ${CALLS}`,
      values: [provider, model, purpose === "column" ? "question" : purpose, purpose === "column"],
    },
    { p50: cap.p50 * SHARE_OF_CAP.p50, p90: cap.p90 * SHARE_OF_CAP.p90 },
    "calls",
  );
}
