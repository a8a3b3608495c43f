import type { Queries } from "#foundation/db/database";
import { type AnalysisKind, type AnalysisResult, parseResult } from "./results.ts";

/** The latest result of an analysis of a market. */
export interface MarketAnalysis<Kind extends AnalysisKind> {
  jobId: number;
  computedAt: Date;
  result: AnalysisResult<Kind>;
}

/** Puts a result in the place of the one before, in one statement. One of a later job stays: a late repeat of an earlier one is stale. */
export async function storeAnalysis<Kind extends AnalysisKind>(
  db: Queries,
  kind: Kind,
  { marketId, jobId }: { marketId: number; jobId: number },
  result: AnalysisResult<Kind>,
): Promise<void> {
  await db.query(
    `INSERT INTO market_analyses AS a (market_id, kind, job_id, result) VALUES ($1, $2::text::market_analysis_kind, $3, $4::jsonb)
     ON CONFLICT (market_id, kind) DO UPDATE SET job_id = excluded.job_id, computed_at = now(), result = excluded.result
     WHERE a.job_id <= excluded.job_id`,
    [marketId, kind, jobId, JSON.stringify(result)],
  );
}

/** One kind of analysis of many markets in one statement; null where it never ran. */
export async function readAnalyses<Kind extends AnalysisKind>(
  db: Queries,
  kind: Kind,
  marketIds: readonly number[],
): Promise<(MarketAnalysis<Kind> | null)[]> {
  const rows = await db.query<{ marketId: number; jobId: number; computedAt: Date; result: unknown }>(
    `SELECT market_id AS "marketId", job_id AS "jobId", computed_at AS "computedAt", result FROM market_analyses
     WHERE market_id = ANY($1::int[]) AND kind = $2::text::market_analysis_kind`,
    [marketIds, kind],
  );
  const byMarket = new Map<number, MarketAnalysis<Kind>>();
  for (const { marketId, jobId, computedAt, result: stored } of rows) {
    const result = parseResult(kind, stored);
    if (result !== null) byMarket.set(marketId, { jobId, computedAt, result });
  }
  return marketIds.map((id) => byMarket.get(id) ?? null);
}
