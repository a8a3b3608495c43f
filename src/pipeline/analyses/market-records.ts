import type { DirectoryCompany } from "#companies/directory-company";
import { type StoredCompany, storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { marketCompanyIds } from "#markets/market-companies";

/** A company of a market with what the analyses read of it. */
export type MarketRecord = DirectoryCompany & Pick<StoredCompany, "previousEmployees" | "previousRevenueUsd">;

/** The companies of a market by id, so that an analysis does not depend on their ranks. */
export async function readMarketRecords(db: Queries, marketId: number): Promise<MarketRecord[]> {
  const records = await storedCompanies(db, await marketCompanyIds(db, marketId));
  return [...records.values()].sort((a, b) => a.id - b.id);
}

/** The words of a company that phrases are looked for in: what it says of itself and its keywords, not its classes or name. */
export function companyText({ description, keywords }: { description: string; keywords: readonly string[] }): string {
  return keywords.length === 0 ? description : `${description}\n${keywords.join("\n")}`;
}
