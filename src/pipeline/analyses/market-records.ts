import type { DirectoryCompany } from "#companies/directory-company";
import type { Database } from "#foundation/db/database";

/** A company of a market with what the analyses read of it. */
export interface MarketRecord extends DirectoryCompany {
  previousEmployees: number | null;
  previousRevenueUsd: number | null;
}

/** The companies of a market by id, so that an analysis does not depend on their ranks. */
export function readMarketRecords(db: Pick<Database, "query">, marketId: number): Promise<MarketRecord[]> {
  return db.query<MarketRecord>(
    `SELECT c.id, c.domain, c.name, c.description, c.keywords, c.industries, c.country, c.state, c.city, c.employees,
       c.revenue_usd AS "revenueUsd", c.certifications, c.previous_employees AS "previousEmployees",
       c.previous_revenue_usd AS "previousRevenueUsd"
     FROM market_companies mc JOIN companies c ON c.id = mc.company_id WHERE mc.market_id = $1 ORDER BY c.id`,
    [marketId],
  );
}

/** The words of a company that phrases are looked for in: what it says of itself and its keywords, not its classes or name. */
export function companyText({ description, keywords }: { description: string; keywords: readonly string[] }): string {
  return keywords.length === 0 ? description : `${description}\n${keywords.join("\n")}`;
}
