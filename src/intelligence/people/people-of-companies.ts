import type { Queries } from "#foundation/db/database";

/** A person with the newest text that names them. */
export interface NamedPerson {
  name: string;
  role: string;
  isFormer: boolean;
  /** The company's name. */
  company: string;
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
    `SELECT p.name, p.role, p.is_former AS "isFormer", c.name AS company, s.url, s.quote, s.published_at AS "publishedAt",
       s.retrieved_at AS "retrievedAt", (count(*) OVER ())::int AS total
     FROM people p JOIN companies c ON c.id = p.company_id
     JOIN LATERAL (SELECT url, quote, published_at, retrieved_at FROM person_sightings WHERE person_id = p.id
       ORDER BY coalesce(published_at, retrieved_at) DESC, rank, id LIMIT 1) s ON true
     WHERE p.company_id = ANY($1::int[])
     ORDER BY p.is_former, p.rank, p.last_seen_at DESC, p.id LIMIT $2`,
    [companyIds, limit],
  );
}
