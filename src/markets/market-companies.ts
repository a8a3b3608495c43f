import type { Queries } from "#foundation/db/database";
import { offerIn } from "./judging/judgement.ts";
import { StoredOutcomes } from "./stored-outcomes.ts";

/** Returns the ids of a market's companies, in its order; leaves out those that the given job brought. */
export async function marketCompanyIds(
  db: Queries,
  marketId: number,
  { exceptOfJob = null }: { exceptOfJob?: number | null } = {},
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT company_id AS id FROM market_companies WHERE market_id = $1 AND ($2::int IS NULL OR job_id <> $2)
     ORDER BY rank, company_id`,
    [marketId, exceptOfJob],
  );
  return rows.map(({ id }) => id);
}

/** Returns the rank of each of a market's companies, by its id. */
export async function marketRanks(db: Queries, marketId: number): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; rank: number }>(
    "SELECT company_id AS id, rank FROM market_companies WHERE market_id = $1",
    [marketId],
  );
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** How well a company fits its market's question, 0–1, and the basis of that. */
export interface MarketFit {
  companyId: number;
  /** Probability that it offers what is asked, where the judge has one; otherwise its score in the search. */
  fit: number;
  isProbability: boolean;
}

/** Returns the fit of each of a market's companies. */
export async function marketFits(db: Queries, marketId: number): Promise<MarketFit[]> {
  const rows = await db.query<{ companyId: number; score: number; criteria: unknown }>(
    `SELECT company_id AS "companyId", score, criteria FROM market_companies WHERE market_id = $1 ORDER BY company_id`,
    [marketId],
  );
  return rows.map(({ companyId, score, criteria }) => {
    const { probability } = offerIn(StoredOutcomes.parse(criteria)) ?? {};
    return { companyId, fit: Math.min(1, Math.max(0, probability ?? score)), isProbability: probability !== undefined };
  });
}

/** Writes the places of a market's companies; skips companies that have left the market. */
export async function writePlaces(
  db: Queries,
  marketId: number,
  places: readonly { companyId: number; place: object }[],
): Promise<void> {
  await db.query(
    `UPDATE market_companies mc SET place = x.place FROM jsonb_to_recordset($2::jsonb) AS x("companyId" int, place jsonb)
     WHERE mc.market_id = $1 AND mc.company_id = x."companyId"`,
    [marketId, JSON.stringify(places)],
  );
}
