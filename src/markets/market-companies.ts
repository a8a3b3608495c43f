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

/** The words of a company's record for which the judge found that it offers what its discovery asked for. */
export interface OfferEvidence {
  companyId: number;
  /** The discovery that brought the company. */
  jobId: number;
  field: string;
  text: string;
  /** Of an offer of several things: those that the company offers, as the question says them. */
  parts: string[];
  /** Whether the offer is one thing. */
  isWhole: boolean;
}

/** Returns the judge's evidence for the offers of a market's companies. A name is no evidence of an offer. */
export async function offerEvidence(db: Queries, marketId: number): Promise<OfferEvidence[]> {
  const rows = await db.query<{ companyId: number; jobId: number; criteria: unknown }>(
    `SELECT company_id AS "companyId", job_id AS "jobId", criteria FROM market_companies
     WHERE market_id = $1 ORDER BY company_id`,
    [marketId],
  );
  return rows.flatMap(({ companyId, jobId, criteria }) => {
    const offer = offerIn(StoredOutcomes.parse(criteria));
    if (offer?.outcome !== "met" || offer.evidence === null || offer.evidence.field === "name") return [];
    const { field, text } = offer.evidence;
    return [{ companyId, jobId, field, text, parts: offer.parts ?? [], isWhole: false }];
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
