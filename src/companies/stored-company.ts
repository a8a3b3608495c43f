import type { Queries } from "#foundation/db/database";
import { type CompanyReach, withinReach } from "./company-reach.ts";
import type { DirectoryCompany } from "./directory-company.ts";

/** A company with all public fields of its record. */
export interface StoredCompany extends DirectoryCompany {
  /** Absolute http(s) address of its site, "" when not known. */
  url: string;
  /** The year before. */
  previousEmployees: number | null;
  previousRevenueUsd: number | null;
  /** Claimed by the company, found nowhere else; `certifications` are confirmed by another source. */
  unverifiedCertifications: string[];
  /** 2 to 6 digits each. */
  naicsCodes: number[];
  /** ISO 6166. */
  isin: string | null;
  logoUrl: string | null;
  images: string[];
  /** The layout and the file that the record came in, or `web:` and the page that it was read from. */
  source: string;
  updatedAt: Date;
}

const COLUMNS = `id, domain, name, description, keywords, industries, url, country, state, city, employees,
  previous_employees AS "previousEmployees", revenue_usd AS "revenueUsd", previous_revenue_usd AS "previousRevenueUsd",
  certifications, unverified_certifications AS "unverifiedCertifications", naics_codes AS "naicsCodes", isin, founded,
  market_cap_band AS "marketCapBand",
  logo_url AS "logoUrl", images, source, updated_at AS "updatedAt"`;

/** The records of these companies by their ids; one that the directory does not have, or out of reach, is left out. One statement. */
export async function storedCompanies(
  db: Queries,
  ids: readonly number[],
  reach: CompanyReach = "directory",
): Promise<Map<number, StoredCompany>> {
  const { sql, values } = withinReach("companies.id", reach, 2);
  const rows = await db.query<StoredCompany>(`SELECT ${COLUMNS} FROM companies WHERE id = ANY($1) ${sql}`, [
    ids,
    ...values,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}
