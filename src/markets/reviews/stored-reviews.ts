import type { ChildList } from "#foundation/db/children";
import type { Queries, Transaction } from "#foundation/db/database";

/** A person's decision about a company of a market. */
export interface Review {
  marketId: number;
  companyId: number;
  isAccepted: boolean;
  /** In the reviewer's words; "" where none were given. */
  reason: string;
  /** The user, or the API key where no user was named. */
  reviewedBy: string;
  reviewedAt: Date;
}

/** Returns a market's reviews by company; true means accepted. */
export async function decisionsOf(db: Transaction, marketId: number): Promise<Map<number, boolean>> {
  const rows = await db.marketReview.findMany({ where: { marketId }, select: { companyId: true, isAccepted: true } });
  return new Map(rows.map(({ companyId, isAccepted }) => [companyId, isAccepted]));
}

/** Whether any company of a market was reviewed. */
export async function isReviewed(db: Transaction, marketId: number): Promise<boolean> {
  return (await db.marketReview.count({ where: { marketId } })) > 0;
}

const COLUMNS = `r.market_id AS "marketId", r.company_id AS "companyId", r.is_accepted AS "isAccepted", r.reason,
  r.reviewed_by AS "reviewedBy", r.reviewed_at AS "reviewedAt"`;

/** The reviews of a market's companies and candidates, newest first. */
export const marketReviews: ChildList = {
  columns: COLUMNS,
  rows: "FROM market_reviews r WHERE r.market_id = p.id",
  order: { "r.reviewed_at": "desc", "r.company_id": "asc" },
};

/** Returns all reviews of a market, newest first. */
export function listReviews(db: Queries, marketId: number): Promise<Review[]> {
  return db.query<Review>(
    `SELECT ${COLUMNS} FROM market_reviews r WHERE r.market_id = $1 ORDER BY r.reviewed_at DESC, r.company_id`,
    [marketId],
  );
}

/** Returns the companies that reviews keep out of a market, by id: a discovery does not find them again. */
export async function rejectedCompanies(db: Transaction, marketId: number): Promise<Set<number>> {
  const decisions = [...(await decisionsOf(db, marketId))];
  return new Set(decisions.flatMap(([companyId, isAccepted]) => (isAccepted ? [] : [companyId])).sort((a, b) => a - b));
}

/** Joins a company of a market with its review, of which there is at most one. */
export const joinsReview = (marketCompany: string, review: string): string =>
  `${review}.market_id = ${marketCompany}.market_id AND ${review}.company_id = ${marketCompany}.company_id`;

/**
 * Returns the reviews of companies in markets, in one statement and in the order of the pairs; null where there is
 * none.
 */
export async function reviewsOf(
  db: Queries,
  pairs: readonly { marketId: number; companyId: number }[],
): Promise<(Review | null)[]> {
  const rows = await db.query<Review>(
    `SELECT ${COLUMNS} FROM unnest($1::int[], $2::int[]) AS x(market_id, company_id)
     JOIN market_reviews r ON r.market_id = x.market_id AND r.company_id = x.company_id`,
    [pairs.map(({ marketId }) => marketId), pairs.map(({ companyId }) => companyId)],
  );
  const key = ({ marketId, companyId }: { marketId: number; companyId: number }) => `${marketId} ${companyId}`;
  const found = new Map(rows.map((row) => [key(row), row]));
  return pairs.map((pair) => found.get(key(pair)) ?? null);
}
