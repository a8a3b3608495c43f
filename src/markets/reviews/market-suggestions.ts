import type { Database } from "#foundation/db/database";
import { type MarketCandidate, marketCandidates } from "./market-candidates.ts";
import { learnFromReviews } from "./rank-by-reviews.ts";
import { decisionsOf } from "./stored-reviews.ts";
import { suggestReviews } from "./suggest-reviews.ts";

/** A company whose review would help most. */
export interface ReviewSuggestion extends Pick<MarketCandidate, "companyId" | "domain" | "verdict" | "reason"> {
  marketId: number;
  /** Probability that it belongs, by the judge and the reviews so far, 0–1. */
  chance: number;
}

/** Returns the most informative reviews of a market, best first; none before a discovery has completed. */
export async function marketSuggestions(db: Database, marketId: number, count: number): Promise<ReviewSuggestion[]> {
  const decisions = await decisionsOf(db.prisma, marketId);
  const candidates = await marketCandidates(db.prisma, db, marketId, new Set(decisions.keys()));
  const byId = new Map(candidates.map((candidate) => [candidate.companyId, candidate]));
  return suggestReviews(learnFromReviews(candidates, decisions), decisions, count).flatMap(({ companyId, chance }) => {
    const candidate = byId.get(companyId);
    if (candidate === undefined) return [];
    const { domain, verdict, reason } = candidate;
    return [{ marketId, companyId, domain, verdict, reason, chance }];
  });
}
