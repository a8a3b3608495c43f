import type { Queries } from "#foundation/db/database";
import { type Verdict, verdictIn } from "./discovery/verdict.ts";

/** The verdict of a market's newest completed discovery on a company. */
export interface MarketVerdict {
  marketId: number;
  marketName: string;
  jobId: number;
  verdict: Verdict;
  reason: string;
  rank: number | null;
  judgedAt: Date;
  /** Number of markets, whatever the limit. */
  total: number;
}

/** Returns the newest verdict on the company in each of the team's markets; only completed discoveries count. */
export function newestVerdicts(
  db: Queries,
  { companyId, teamId }: { companyId: number | null; teamId: number },
  limit: number,
): Promise<MarketVerdict[]> {
  return db.query<MarketVerdict>(
    `SELECT x.*, (count(*) OVER ())::int AS total FROM (
       SELECT DISTINCT ON (k.market_id) k.market_id AS "marketId", m.name AS "marketName", k.job_id AS "jobId",
         ${verdictIn("k.verdict")} AS verdict, k.reason, k.rank, k.judged_at AS "judgedAt"
       FROM candidates k JOIN markets m ON m.id = k.market_id AND m.team_id = $2
       JOIN jobs j ON j.id = k.job_id AND j.status = 'completed'
       WHERE k.company_id = $1 ORDER BY k.market_id, k.job_id DESC) x
     ORDER BY "judgedAt" DESC, "marketId" LIMIT $3`,
    [companyId, teamId, limit],
  );
}
