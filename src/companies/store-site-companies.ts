import { createHash } from "node:crypto";
import type { Queries } from "#foundation/db/database";
import { canonicalJson } from "#foundation/language/canonical-json";
import { idsOfDomains } from "./look-up.ts";

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

/** Records that a file brought are never changed by what the web says. */
const UPSERT = `
  INSERT INTO companies AS c (domain, name, description, url, country, city, unverified_certifications, logo_url, source, content_hash)
  SELECT s.domain, s.name, s.description, s.url, s.country, s.city, ARRAY(SELECT jsonb_array_elements_text(s.certifications)),
    s."logoUrl", s.source, s."contentHash"
  FROM jsonb_to_recordset($1::jsonb) AS s(domain text, name text, description text, url text, country text, city text,
    certifications jsonb, "logoUrl" text, source text, "contentHash" text)
  ON CONFLICT (domain) DO UPDATE SET name = excluded.name, description = excluded.description, url = excluded.url,
    country = excluded.country, city = excluded.city, unverified_certifications = excluded.unverified_certifications,
    logo_url = excluded.logo_url, source = excluded.source, content_hash = excluded.content_hash, updated_at = now()
  WHERE starts_with(c.source, 'web:') AND c.content_hash <> excluded.content_hash`;

/**
 * Writes companies from the web into the directory. It is one statement, because each statement rebuilds the search
 * index of the rows that it touched. Companies from an import stay unchanged. The directory's version stays too: its
 * index for discovery is not built anew for a few sites. Returns the id of each domain.
 */
export async function storeSiteCompanies(db: Queries, companies: readonly SiteCompany[]): Promise<Map<string, number>> {
  if (companies.length === 0) return new Map();
  const rows = companies.map((company) => ({
    ...company,
    contentHash: createHash("sha256").update(canonicalJson(company)).digest("hex"),
  }));
  await db.query(UPSERT, [JSON.stringify(rows)]);
  return idsOfDomains(
    db,
    companies.map(({ domain }) => domain),
  );
}
