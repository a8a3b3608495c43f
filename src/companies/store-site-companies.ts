import type { Database } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { CompanyRecord } from "./company-record.ts";
import { idsOfDomains } from "./look-up.ts";
import { CREATE_STAGING, DIRECTORY_LOCK, deriveCompanies } from "./records/derive-companies.ts";
import { stagingRow } from "./records/staged-record.ts";

/** A company as its own pages describe it. */
export interface SiteCompany {
  domain: string;
  name: string;
  description: string;
  url: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  city: string | null;
  /** Claimed by the company itself. */
  certifications: string[];
  logoUrl: string | null;
  /** `web:` and the page that it was read from. */
  source: string;
}

/** The pages' records become staged rows, each with its own source. */
const STAGE = `
  INSERT INTO staged_companies (line, domain, name, description, country, city, isin, lei, duns, source, given, facts, digest,
    readings, spans)
  SELECT line, domain, name, description, country, city, isin, lei, duns, source, given::jsonb, facts::jsonb, digest,
    readings::jsonb, spans::jsonb
  FROM jsonb_to_recordset($1::jsonb) AS s(line integer, domain text, name text, description text, country text, city text, isin text,
    lei text, duns text, source text, given text, facts text, digest text, readings text, spans text)`;

/**
 * Writes companies from the web into the directory, as records of their pages. All of them in one transaction, because
 * each statement rebuilds the search index of the rows that it touched. What a file says goes before a page. The
 * directory's version stays: its index for discovery is not built anew for a few sites. Returns the id of each domain.
 */
export async function storeSiteCompanies(
  db: Pick<Database, "pool" | "query">,
  companies: readonly SiteCompany[],
): Promise<Map<string, number>> {
  if (companies.length === 0) return new Map();
  const rows = companies.map((site) => ({
    ...stagingRow({ line: 0, company: recordOf(site), lei: null, duns: null, given: { ...site } }),
    source: site.source,
  }));
  await transaction(
    db,
    async (inside) => {
      await inside.query(CREATE_STAGING);
      await inside.query(STAGE, [JSON.stringify(rows)]);
      await deriveCompanies(inside, { source: "web", kind: "page" });
    },
    { lock: DIRECTORY_LOCK },
  );
  return idsOfDomains(
    db,
    companies.map(({ domain }) => domain),
  );
}

const NOTHING_ELSE = {
  keywords: [],
  industries: [],
  state: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  employees: null,
  revenueUsd: null,
  previousEmployees: null,
  previousRevenueUsd: null,
  certifications: [],
  naicsCodes: [],
  isin: null,
  founded: null,
  marketCapBand: null,
  images: [],
} satisfies Partial<CompanyRecord>;

function recordOf({
  domain,
  name,
  description,
  url,
  country,
  city,
  certifications,
  logoUrl,
}: SiteCompany): CompanyRecord {
  const said = { domain, name, description, url, country, city, unverifiedCertifications: certifications, logoUrl };
  return { ...NOTHING_ELSE, ...said };
}
