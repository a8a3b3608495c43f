import type { Queries } from "#foundation/db/database";
import { type AnalysisKind, type AnalysisResult, parseResult } from "./results.ts";

/** The latest result of a market's analysis. */
export interface MarketAnalysis<Kind extends AnalysisKind> {
  jobId: number;
  computedAt: Date;
  result: AnalysisResult<Kind>;
}

/** Replaces a result, in one statement. A result of a later job stays, because a late repeat of an earlier job is stale. */
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

/** Survivors by the id of the merged company, as text. */
type Survivors = Readonly<Record<string, number>>;

/** Returns a stored result with survivors in place of merged companies. In each list the survivor's own entry stays. */
function withSurvivors(value: unknown, survivors: Survivors): unknown {
  if (Array.isArray(value)) {
    const own = new Set(value.map(companyOf));
    const seen = new Set<number>();
    return value
      .filter((entry) => {
        const companyId = companyOf(entry);
        const survivor = companyId === null ? undefined : survivors[companyId];
        if (survivor === undefined) return true;
        if (own.has(survivor) || seen.has(survivor)) return false;
        seen.add(survivor);
        return true;
      })
      .map((entry) => withSurvivors(entry, survivors));
  }
  if (typeof value !== "object" || value === null) return value;
  const companyId = companyOf(value);
  const survivor = companyId === null ? undefined : survivors[companyId];
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      key === "companyId" && survivor !== undefined ? survivor : withSurvivors(held, survivors),
    ]),
  );
}

const companyOf = (entry: unknown): number | null =>
  typeof entry === "object" && entry !== null && "companyId" in entry && typeof entry.companyId === "number"
    ? entry.companyId
    : null;

/** Reads one kind of analysis for many markets in one statement; null where it never ran. */
export async function readAnalyses<Kind extends AnalysisKind>(
  db: Queries,
  kind: Kind,
  marketIds: readonly number[],
): Promise<(MarketAnalysis<Kind> | null)[]> {
  type Row = { marketId: number; jobId: number; computedAt: Date; result: unknown; survivors: Survivors | null };
  const rows = await db.query<Row>(
    `SELECT market_id AS "marketId", job_id AS "jobId", computed_at AS "computedAt", result,
       (SELECT jsonb_object_agg(m.company_id, m.survivor_id) FROM company_merges m
        WHERE m.company_id IN (SELECT id::int FROM jsonb_path_query(result, 'strict $.**.companyId') AS id)) AS survivors
     FROM market_analyses
     WHERE market_id = ANY($1::int[]) AND kind = $2::text::market_analysis_kind`,
    [marketIds, kind],
  );
  const byMarket = new Map<number, MarketAnalysis<Kind>>();
  for (const { marketId, jobId, computedAt, result: stored, survivors } of rows) {
    const result = parseResult(kind, survivors === null ? stored : withSurvivors(stored, survivors));
    if (result !== null) byMarket.set(marketId, { jobId, computedAt, result });
  }
  return marketIds.map((id) => byMarket.get(id) ?? null);
}
