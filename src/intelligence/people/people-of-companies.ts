import type { Queries } from "#foundation/db/database";
import { NEWEST_SIGHTING } from "./store-people.ts";

/** A person with the newest text that names them. */
export interface NamedPerson {
  name: string;
  role: string;
  isFormer: boolean;
  companyId: number;
  company: string;
  domain: string;
  /** Source of the company's record, and when it last changed. */
  source: string;
  updatedAt: Date;
  /** "" for the company's record in the directory. */
  url: string;
  quote: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  /** Number of people, regardless of the limit. */
  total: number;
}

/**
 * Reads the people of these companies, at most `limit`. Current people come before former ones, and higher roles first.
 */
export function peopleOfCompanies(db: Queries, companyIds: readonly number[], limit: number): Promise<NamedPerson[]> {
  return db.query<NamedPerson>(
    `SELECT p.name, p.role, p.is_former AS "isFormer", s.url, s.quote, s.published_at AS "publishedAt",
       s.retrieved_at AS "retrievedAt", c.id AS "companyId", c.name AS company, c.domain, c.source, c.updated_at AS "updatedAt",
       (count(*) OVER ())::int AS total
     FROM people p JOIN companies c ON c.id = p.company_id
     JOIN LATERAL (SELECT s.url, s.quote, s.published_at, s.retrieved_at FROM person_sightings s WHERE s.person_id = p.id
       ORDER BY ${NEWEST_SIGHTING} LIMIT 1) s ON true
     WHERE p.company_id = ANY($1::int[])
     ORDER BY p.is_former, p.rank, p.last_seen_at DESC, p.id LIMIT $2`,
    [companyIds, limit],
  );
}
