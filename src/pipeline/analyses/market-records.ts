import type { DirectoryCompany } from "#companies/directory-company";
import { type StoredCompany, storedCompanies } from "#companies/stored-company";
import type { Queries } from "#foundation/db/database";
import { marketCompanyIds } from "#markets/market-companies";

/** A company of a market, with the fields that analyses read. */
export type MarketRecord = DirectoryCompany & Pick<StoredCompany, "previousEmployees" | "previousRevenueUsd">;

/** Reads the companies of a market by id, so that an analysis does not depend on their ranks. */
export async function readMarketRecords(db: Queries, marketId: number): Promise<MarketRecord[]> {
  const records = await storedCompanies(db, await marketCompanyIds(db, marketId));
  return [...records.values()].sort((a, b) => a.id - b.id);
}

/** Returns the text of a company that is searched for phrases: its description and keywords, not its classes or name. */
export function companyText({ description, keywords }: { description: string; keywords: readonly string[] }): string {
  return keywords.length === 0 ? description : `${description}\n${keywords.join("\n")}`;
}

/** Returns the names of one word, as written: "Seat" in the middle of a sentence is that company and no seat. */
export const namesOfOneWord = (records: readonly { name: string }[]): ReadonlySet<string> =>
  new Set(records.flatMap(({ name }) => (/^\p{Lu}[\p{L}\p{N}]+$/u.test(name) ? [name] : [])));
