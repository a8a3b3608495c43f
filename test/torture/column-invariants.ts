import { bySql, constant, type Invariant, missing } from "./invariant.ts";

/** Invariants of columns, their cells and their fills. */
export const COLUMN_INVARIANTS: Invariant[] = [
  {
    name: "every acknowledged column is there, and the same Idempotency-Key never makes two",
    async check({ db, journal }) {
      const columns = [...journal.columns.values()];
      const violations = await missing(
        db,
        columns.flatMap((ids) => [...ids]),
        "market_columns",
        "id",
      );
      for (const [once, ids] of journal.columns) if (ids.size > 1) violations.push(`${once} made ${[...ids]}`);
      const [count] = await db.query<{ count: number }>("SELECT count(*)::int AS count FROM market_columns");
      if ((count?.count ?? 0) > columns.length)
        violations.push(`${count?.count} columns for ${columns.length} Idempotency-Keys`);
      return { checked: columns.length, violations };
    },
  },
  {
    name: "no acknowledged fill is lost: every cell is answered after it, or says why it is not",
    async check({ db, journal }) {
      const rows = await db.query<{ what: string }>(
        `WITH fills AS (
           SELECT column_id, max(since) AS since FROM jsonb_to_recordset($1::jsonb) AS f(column_id int, since timestamptz) GROUP BY column_id)
         SELECT format('column %s has no cell for company %s', k.id, mc.company_id) AS what
         FROM market_columns k JOIN market_companies mc ON mc.market_id = k.market_id
         WHERE NOT EXISTS (SELECT FROM market_cells c WHERE c.column_id = k.id AND c.company_id = mc.company_id)
         UNION ALL
         SELECT format('column %s, company %s: %s, filled %s', c.column_id, c.company_id, c.state, c.filled_at)
         FROM market_cells c JOIN market_columns k ON k.id = c.column_id LEFT JOIN fills f ON f.column_id = k.id
         WHERE c.market_id <> ALL ($2::int[]) AND (c.state = 'waiting'
           OR c.state = 'stopped' AND (k.read_by = 'rules' OR c.reason = '')
           OR c.filled_at < f.since)`,
        [JSON.stringify(journal.fills), [...journal.stoppedMarkets]],
      );
      return { checked: journal.fills.length, violations: rows.map(({ what }) => what) };
    },
  },
  constant(
    bySql(
      "a cell that says something quotes words that stand in its source",
      "market_cells WHERE state = 'said'",
      `SELECT format('column %s, company %s: %s', c.column_id, c.company_id, c.quote) AS what
       FROM market_cells c JOIN companies k ON k.id = c.company_id
       WHERE c.state = 'said' AND (c.quote IS NULL OR c.source_kind IS NULL OR c.source_url IS NULL OR c.source_date IS NULL
         OR c.source_field = 'description' AND position(c.quote IN k.description) = 0)`,
    ),
  ),
  constant(
    bySql(
      "the model's answers to columns are in the ledger, each paid once and within the column's cap",
      "ledger_entries WHERE column_id IS NOT NULL",
      `SELECT format('column %s paid %s times for %s', column_id, count(*), request_hash) AS what
       FROM ledger_entries WHERE state = 'settled' AND column_id IS NOT NULL GROUP BY column_id, request_hash HAVING count(*) > 1
       UNION ALL
       SELECT format('column %s spent %s of %s', k.id, sum(l.amount), k.cost_cap)
       FROM market_columns k JOIN ledger_entries l ON l.column_id = k.id GROUP BY k.id HAVING sum(l.amount) > coalesce(k.cost_cap, 0)
       UNION ALL
       SELECT format('column %s has %s answers and %s settled calls', k.id, c.said, l.settled)
       FROM market_columns k
       CROSS JOIN LATERAL (SELECT count(*) AS said FROM market_cells c WHERE c.column_id = k.id AND c.state = 'said') c
       CROSS JOIN LATERAL (SELECT count(*) AS settled FROM ledger_entries l WHERE l.column_id = k.id AND l.state = 'settled') l
       WHERE k.read_by = 'model' AND c.said > l.settled`,
    ),
  ),
];
