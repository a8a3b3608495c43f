import type { Database, Transaction } from "#foundation/db/database";
import type { JobModel } from "#generated/prisma/models";
import { reasonIn } from "../judging/judgement.ts";
import { type MarketCandidate, marketCandidates } from "./market-candidates.ts";
import { learnFromReviews, rankByReviews } from "./rank-by-reviews.ts";
import { decisionsOf } from "./stored-reviews.ts";

/**
 * Lets one transaction at a time change the list of a market. Every writer of the list takes this lock first, so that
 * none waits for the other's rows.
 */
export async function lockMarket(tx: Transaction, marketId: number): Promise<void> {
  await tx.$executeRaw`SELECT FROM markets WHERE id = ${marketId} FOR UPDATE`;
}

/** Returns why a company is in the market now. */
function reasonOf({ verdict, satisfies, reason, criteria }: MarketCandidate): string {
  if (!satisfies) return `Accepted by review. ${reason}`;
  return verdict === "belowCut" ? reasonIn(criteria) : reason;
}

/**
 * Writes the list of a market from its discoveries and reviews: see `rankByReviews`. It always starts from the stored
 * verdicts, which stay as they are, so that a withdrawn review leaves no trace. Companies of no counting discovery keep
 * their order after the others. The caller holds the market's lock.
 * @param running a discovery that has stored its result but has not completed yet
 */
export async function applyReviews(
  tx: Transaction,
  db: Database,
  marketId: number,
  running: JobModel | null = null,
): Promise<void> {
  const decisions = await decisionsOf(tx, marketId);
  const candidates = await marketCandidates(tx, db, marketId, new Set(decisions.keys()), running);
  const byId = new Map(candidates.map((candidate) => [candidate.companyId, candidate]));
  const order = rankByReviews(learnFromReviews(candidates, decisions), decisions);
  const listed = await tx.marketCompany.findMany({
    where: { marketId },
    select: { companyId: true },
    orderBy: [{ rank: "asc" }, { companyId: "asc" }],
  });
  const others = listed
    .map(({ companyId }) => companyId)
    .filter((companyId) => !byId.has(companyId) && decisions.get(companyId) !== false);
  const taken = order.flatMap((companyId, i) => {
    const candidate = byId.get(companyId);
    if (candidate === undefined) return [];
    const { jobId, score, criteria, judgedAt } = candidate;
    return [{ companyId, rank: i + 1, jobId, score, criteria, reason: reasonOf(candidate), addedAt: judgedAt }];
  });
  const kept = others.map((companyId, i) => ({ companyId, rank: taken.length + i + 1 }));
  await tx.marketCompany.deleteMany({
    where: { marketId, companyId: { notIn: [...order, ...others] } },
  });
  await tx.$executeRaw`
    INSERT INTO market_companies (market_id, company_id, job_id, rank, score, reason, criteria, added_at)
    SELECT ${marketId}, x."companyId", x."jobId", x.rank, x.score, x.reason, x.criteria, x."addedAt"
    FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
      AS x("companyId" int, "jobId" int, rank int, score float, reason text, criteria jsonb, "addedAt" timestamptz)
    ON CONFLICT (market_id, company_id) DO UPDATE
    SET rank = excluded.rank, score = excluded.score, reason = excluded.reason, criteria = excluded.criteria`;
  await tx.$executeRaw`
    UPDATE market_companies c SET rank = x.rank
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS x("companyId" int, rank int)
    WHERE c.market_id = ${marketId} AND c.company_id = x."companyId"`;
}
