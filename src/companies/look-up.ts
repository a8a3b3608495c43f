import type { Queries } from "#foundation/db/database";
import { BANDS, type MarketCapBand } from "./market-cap.ts";

/** The identity of a known company. */
export interface KnownCompany {
  id: number;
  domain: string;
  name: string;
  /** ISO 3166-1 alpha-2, null when unknown. */
  country: string | null;
}

/**
 * Returns the companies of these ids by domain, the survivor for a merged one; leaves out unknown ids. One statement.
 */
export function knownCompanies(db: Queries, ids: readonly number[]): Promise<KnownCompany[]> {
  return db.query<KnownCompany>(
    `SELECT id, domain, name, country FROM companies
     WHERE id = ANY($1::int[]) OR id IN (SELECT survivor_id FROM company_merges WHERE company_id = ANY($1::int[]))
     ORDER BY domain`,
    [ids],
  );
}

/** How large a company is, as far as the directory knows. */
export interface CompanySize {
  id: number;
  /** Of the last year known. */
  revenueUsd: number | null;
  marketCapBand: MarketCapBand | null;
}

/** The sizes of these companies; one that the directory does not have is left out. One statement. */
export function companySizes(db: Queries, ids: readonly number[]): Promise<CompanySize[]> {
  return db.query<CompanySize>(
    `SELECT id, revenue_usd AS "revenueUsd", market_cap_band AS "marketCapBand" FROM companies WHERE id = ANY($1::int[])`,
    [ids],
  );
}

/** A year's revenue in US dollars or, where that is not known, the least market capitalisation of its band; null: neither. */
export function sizeUsd({ revenueUsd, marketCapBand }: CompanySize): number | null {
  const size = revenueUsd ?? BANDS.find(({ band }) => band === marketCapBand)?.from ?? 0;
  return size > 0 ? size : null;
}

/**
 * Returns the ids of these domains, the survivor's for a merged company; leaves out unknown domains. One statement.
 * @param options.fromFiles leaves out companies known only from their own pages
 */
export async function idsOfDomains(
  db: Queries,
  domains: readonly string[],
  { fromFiles = false } = {},
): Promise<Map<string, number>> {
  const rows = await db.query<{ id: number; domain: string }>(
    `SELECT id, domain FROM companies WHERE domain = ANY($1::text[]) AND NOT ($2 AND starts_with(source, 'web:'))
     UNION ALL SELECT survivor_id, domain FROM company_merges WHERE domain = ANY($1::text[])`,
    [domains, fromFiles],
  );
  return new Map(rows.map(({ id, domain }) => [domain, id]));
}

/** Returns these domains, the survivor's for a merged company; keeps unknown domains. One statement. */
export async function survivingDomains(db: Queries, domains: readonly string[]): Promise<string[]> {
  if (domains.length === 0) return [];
  const rows = await db.query<{ domain: string; survivor: string }>(
    `SELECT m.domain, c.domain AS survivor FROM company_merges m JOIN companies c ON c.id = m.survivor_id
     WHERE m.domain = ANY($1::text[])`,
    [domains],
  );
  const survivors = new Map(rows.map(({ domain, survivor }) => [domain, survivor]));
  return [...new Set(domains.map((domain) => survivors.get(domain) ?? domain))];
}

/** A company's description in the directory, and its source. */
export interface CompanyDescription {
  id: number;
  name: string;
  domain: string;
  /** Address of its site, or of its domain where the directory has no address. */
  url: string;
  description: string;
  updatedAt: Date;
  /** Source of the record that has the description, as `source_records` names it. */
  source: string;
  /** When that record came. */
  saidAt: Date;
}

/** Returns the descriptions of these companies by id. One statement. */
export function companyDescriptions(db: Queries, ids: readonly number[]): Promise<CompanyDescription[]> {
  return db.query<CompanyDescription>(
    `SELECT c.id, c.name, c.domain, coalesce(nullif(c.url, ''), 'https://' || c.domain || '/') AS url, c.description,
       c.updated_at AS "updatedAt", coalesce(r.source, c.source) AS source, coalesce(r.at, c.updated_at) AS "saidAt"
     FROM companies c LEFT JOIN LATERAL (
       SELECT r.source, r.recorded_at AS at FROM source_records r WHERE r.company_id = c.id AND r.facts ->> 'description' = c.description
       ORDER BY r.recorded_at DESC, r.id LIMIT 1
     ) r ON true
     WHERE c.id = ANY($1::int[]) ORDER BY c.id`,
    [ids],
  );
}

/** A company's place by its record. */
export interface LocatedCompany {
  companyId: number;
  domain: string;
  city: string | null;
  country: string | null;
  /** Null where unknown, or only derived from the city. */
  latitude: number | null;
  longitude: number | null;
}

/** Returns where the records of these companies place them, by id. One statement. */
export function companyLocations(db: Queries, ids: readonly number[]): Promise<LocatedCompany[]> {
  return db.query<LocatedCompany>(
    `SELECT c.id AS "companyId", c.domain, c.city, c.country, CASE WHEN NOT d.derived THEN c.latitude END AS latitude,
       CASE WHEN NOT d.derived THEN c.longitude END AS longitude
     FROM companies c, LATERAL (
       SELECT EXISTS (SELECT FROM source_records r WHERE r.company_id = c.id AND r.readings -> 'latitude' = to_jsonb(c.latitude)
         AND r.readings -> 'longitude' = to_jsonb(c.longitude)) AS derived
     ) d
     WHERE c.id = ANY($1::int[]) ORDER BY c.id`,
    [ids],
  );
}
