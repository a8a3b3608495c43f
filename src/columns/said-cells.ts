import type { Queries } from "#foundation/db/database";

/** One company's answer to a column's question. */
export interface SaidCell {
  columnId: number;
  marketId: number;
  column: string;
  question: string;
  companyId: number;
  /** The answer as it is shown. */
  value: string;
  /** The words that state it, letter for letter. */
  quote: string;
  /** The title of the article or page; null for a record. */
  sourceTitle: string | null;
  /** The address of the record, article or page. */
  sourceUrl: string;
  filledAt: Date;
}

/** Reads the answers that these companies have in the columns of these markets. Cells without an answer are left out. */
export function saidCells(
  db: Queries,
  marketIds: readonly number[],
  companyIds: readonly number[],
): Promise<SaidCell[]> {
  return db.query<SaidCell>(
    `SELECT c.column_id AS "columnId", c.market_id AS "marketId", k.name AS column, k.question, c.company_id AS "companyId",
       coalesce(c.value, '') AS value, coalesce(c.quote, '') AS quote, c.source_title AS "sourceTitle",
       coalesce(c.source_url, '') AS "sourceUrl", coalesce(c.filled_at, c.source_date) AS "filledAt"
     FROM market_cells c JOIN market_columns k ON k.id = c.column_id
     WHERE c.market_id = ANY($1::int[]) AND c.company_id = ANY($2::int[]) AND c.state = 'said'
     ORDER BY c.column_id, c.company_id`,
    [marketIds, companyIds],
  );
}
