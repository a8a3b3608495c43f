import type { Queries } from "#foundation/db/database";

/** A question that a market's companies answer: the question of one completed discovery. */
export interface MarketQuestion {
  jobId: number;
  endedAt: Date;
  /** "" where the criteria were given without one. */
  userPrompt: string;
  features: string[];
  /** How many of the market's companies this discovery added. */
  companies: number;
}

/**
 * Selects the completed discoveries and, with `$2`, the running one. A second pass without a search judged the market's
 * companies again.
 */
const COMPLETED = `SELECT j.id AS "jobId", coalesce(j.ended_at, j.created_at) AS "endedAt", v.user_prompt AS "userPrompt",
    coalesce(v.features, '{}') AS features,
    (SELECT count(*) FROM market_companies mc WHERE mc.market_id = j.market_id AND mc.job_id = j.id)::int AS companies,
    v.project_kind = 'second_pass' AND NOT v.perform_search AS "judgedAgain"
  FROM jobs j JOIN criteria_versions v ON v.job_id = j.id
  WHERE j.market_id = $1 AND j.kind = 'discovery' AND (j.status = 'completed' OR $2 AND j.status = 'running') ORDER BY j.id`;

/**
 * Returns the questions that a market answers. Its own comes first: that of its first completed discovery, or of the
 * last one that judged its companies again. Those of later extensions that added companies follow. An extension that
 * added none is ignored, even though its criteria are the latest. Empty before a discovery has completed.
 * @param withRunning counts the running discovery as completed: the pipeline flags of a start work within it
 */
export async function marketQuestions(
  db: Queries,
  marketId: number,
  { withRunning = false } = {},
): Promise<MarketQuestion[]> {
  const completed = await db.query<MarketQuestion & { judgedAgain: boolean }>(COMPLETED, [marketId, withRunning]);
  const own = Math.max(
    0,
    completed.findLastIndex(({ judgedAgain }) => judgedAgain),
  );
  return completed
    .slice(own)
    .filter(({ companies }, at) => at === 0 || companies > 0)
    .map(({ judgedAgain: _, ...question }) => question);
}
