import type { Database } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { type CompanyRecord, EMPTY_COMPANY } from "./company-record.ts";
import { idsOfDomains } from "./look-up.ts";
import { DIRECTORY_LOCK, deriveCompanies } from "./records/derive-companies.ts";
import { stageRows } from "./records/stage-rows.ts";
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
  /** Certificates that only the company claims. */
  certifications: string[];
  logoUrl: string | null;
  /** `web:` and the page that it was read from. */
  source: string;
}

/**
 * Writes companies from the web into the directory, as records of their pages. Uses one transaction for all, because
 * each statement rebuilds the search index of the rows that it touched. A file's value takes precedence over a page's.
 * The directory's version stays, so that a few sites do not rebuild its index for discovery.
 * @returns the id of each domain
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
      await stageRows(inside, rows);
      await deriveCompanies(inside, { source: "web", kind: "page" });
    },
    { lock: DIRECTORY_LOCK },
  );
  return idsOfDomains(
    db,
    companies.map(({ domain }) => domain),
  );
}

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
  return { ...EMPTY_COMPANY, ...said };
}
