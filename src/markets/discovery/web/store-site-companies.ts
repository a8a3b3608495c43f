import { createHash } from "node:crypto";
import type { Database } from "#foundation/db/database";
import { canonicalJson } from "#foundation/language/canonical-json";
import type { SiteCompany } from "./company-of-site.ts";

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
 * Writes companies that were found on the web into the directory, in one statement, because each statement renews the search
 * index of what it touched; those that an import brought stay as they are. The directory's version stays too: its index for
 * discovery is not built anew for a few sites. Returns the id of each domain.
 */
export async function storeSiteCompanies(
  db: Pick<Database, "query">,
  companies: readonly SiteCompany[],
): Promise<Map<string, number>> {
  if (companies.length === 0) return new Map();
  const rows = companies.map((company) => ({
    ...company,
    contentHash: createHash("sha256").update(canonicalJson(company)).digest("hex"),
  }));
  await db.query(UPSERT, [JSON.stringify(rows)]);
  const known = await db.query<{ id: number; domain: string }>(
    "SELECT id, domain FROM companies WHERE domain = ANY($1)",
    [companies.map(({ domain }) => domain)],
  );
  return new Map(known.map(({ id, domain }) => [domain, id]));
}
