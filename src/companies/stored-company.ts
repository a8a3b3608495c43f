import type { Queries } from "#foundation/db/database";
import { type CompanyReach, withinReach } from "./company-reach.ts";
import type { DirectoryCompany } from "./directory-company.ts";

/** A company with all public fields of its record. */
export interface StoredCompany extends DirectoryCompany {
  /** Absolute http(s) address of its site, "" when unknown. */
  url: string;
  /** The year before. */
  previousEmployees: number | null;
  previousRevenueUsd: number | null;
  /** Certificates that only the company claims; another source confirms those of `certifications`. */
  unverifiedCertifications: string[];
  /** 2 to 6 digits each. */
  naicsCodes: number[];
  /** ISO 6166. */
  isin: string | null;
  logoUrl: string | null;
  images: string[];
  /** The layout and file of the record, or `web:` and the page that it was read from. */
  source: string;
  updatedAt: Date;
}

const COLUMNS = `id, domain, name, description, keywords, industries, url, country, state, city, employees,
  previous_employees AS "previousEmployees", revenue_usd AS "revenueUsd", previous_revenue_usd AS "previousRevenueUsd",
  certifications, unverified_certifications AS "unverifiedCertifications", naics_codes AS "naicsCodes", isin, founded,
  market_cap_band AS "marketCapBand",
  logo_url AS "logoUrl", images, source, updated_at AS "updatedAt"`;

/** Returns the records of these companies by id; leaves out unknown ids and those out of reach. One statement. */
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
