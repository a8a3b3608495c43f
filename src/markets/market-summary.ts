import type { StoredCompany } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";

export interface MarketSummary {
  name: string;
  /** As stored: `discovering`, `in_review`, `published`, `failed`. */
  status: string;
  createdAt: Date;
  companies: number;
}

/** Returns a summary of a market; null where there is none. */
export async function marketSummary(db: Queries, marketId: number | null): Promise<MarketSummary | null> {
  const [market] = await db.query<MarketSummary>(
    `SELECT m.name, m.status::text AS status, m.created_at AS "createdAt",
       (SELECT count(*) FROM market_companies WHERE market_id = m.id)::int AS companies
     FROM markets m WHERE m.id = $1`,
    [marketId],
  );
  return market ?? null;
}

/** Returns the market's name, where it is the team's; null otherwise. */
export async function nameOfMarket(db: Queries, of: { marketId: number; teamId: number }): Promise<string | null> {
  const [market] = await db.query<{ name: string }>("SELECT name FROM markets WHERE id = $1 AND team_id = $2", [
    of.marketId,
    of.teamId,
  ]);
  return market?.name ?? null;
}

/** A count under a name. */
export interface NamedCount<Name = string> {
  name: Name;
  count: number;
}

/** Counts a discovery's candidates by verdict. */
export function countVerdicts(db: Queries, jobId: number): Promise<NamedCount[]> {
  return db.query<NamedCount>(
    "SELECT verdict::text AS name, count(*)::int AS count FROM candidates WHERE job_id = $1 GROUP BY verdict ORDER BY verdict",
    [jobId],
  );
}

/** Counts a market's companies by country (ISO 3166-1 alpha-2, null where unknown), most first; at most `limit`. */
export function countByCountry(
  db: Queries,
  marketId: number | null,
  limit: number,
): Promise<NamedCount<string | null>[]> {
  return db.query<NamedCount<string | null>>(
    `SELECT c.country AS name, count(*)::int AS count FROM market_companies mc JOIN companies c ON c.id = mc.company_id
     WHERE mc.market_id = $1 GROUP BY c.country ORDER BY count(*) DESC, c.country NULLS LAST LIMIT $2`,
    [marketId, limit],
  );
}

/** A company of a market with facts of its record and the reason why it is in. */
export interface BestCompany
  extends Pick<
    StoredCompany,
    | "id"
    | "domain"
    | "name"
    | "description"
    | "industries"
    | "keywords"
    | "certifications"
    | "unverifiedCertifications"
    | "naicsCodes"
    | "country"
    | "source"
    | "url"
    | "updatedAt"
  > {
  rank: number;
  reason: string;
}

/** Returns the best companies of a market by rank; at most `limit`. */
export function bestCompanies(db: Queries, marketId: number | null, limit: number): Promise<BestCompany[]> {
  return db.query<BestCompany>(
    `SELECT c.id, c.domain, c.name, c.description, c.industries, c.keywords, c.certifications,
       c.unverified_certifications AS "unverifiedCertifications", c.naics_codes AS "naicsCodes", c.country, c.source, c.url,
       c.updated_at AS "updatedAt", mc.rank, mc.reason
     FROM market_companies mc JOIN companies c ON c.id = mc.company_id WHERE mc.market_id = $1
     ORDER BY mc.rank, c.id LIMIT $2`,
    [marketId, limit],
  );
}
