import { type CompanyReach, withinReach } from "#companies/company-reach";
import type { ChildList } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";

/** A person with a role in a company, as lists read it. */
export interface PersonRow {
  id: number;
  companyId: number;
  name: string;
  /** From the newest text that names it. */
  role: string;
  isFormer: boolean;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** A text that names a person with a role. */
export interface PersonSourceRow {
  /** "" for a record of the directory, of which no page was read. */
  url: string;
  role: string;
  isFormer: boolean;
  quote: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  isInternal: boolean;
}

const COLUMNS = `q.id, q.company_id AS "companyId", q.name, q.role, q.is_former AS "isFormer", q.first_seen_at AS "firstSeenAt",
  q.last_seen_at AS "lastSeenAt"`;
/** Current holders of a role come before former ones, higher roles before lower ones. */
const BY_ROLE = { "q.is_former": "asc", "q.rank": "asc", "q.last_seen_at": "desc", "q.id": "asc" } as const;

/** The people of a company. */
export const companyPeople: ChildList = {
  columns: COLUMNS,
  rows: "FROM people q WHERE q.company_id = p.id",
  order: BY_ROLE,
};

/** The people of a market's companies, company by company in the market's order. */
export const marketPeople: ChildList = {
  columns: COLUMNS,
  rows: "FROM market_companies mc JOIN people q ON q.company_id = mc.company_id WHERE mc.market_id = p.id",
  order: { "mc.rank": "asc", "mc.company_id": "asc", ...BY_ROLE },
};

/** The texts that name a person, newest first. */
export const personSources: ChildList = {
  columns: `s.url, s.role, s.is_former AS "isFormer", s.quote, s.published_at AS "publishedAt",
    s.retrieved_at AS "retrievedAt", s.news_item_id IS NULL AND s.url <> '' AS "isInternal"`,
  rows: "FROM person_sightings s WHERE s.person_id = p.id",
  order: { "coalesce(s.published_at, s.retrieved_at)": "desc", "s.rank": "asc", "s.id": "asc" },
};

/** Reads the people of these ids whose companies are within reach. One statement. */
export async function readPeople(db: Queries, ids: readonly number[], reach: CompanyReach): Promise<PersonRow[]> {
  const { sql, values } = withinReach("q.company_id", reach, 2);
  return db.query<PersonRow>(`SELECT ${COLUMNS} FROM people q WHERE q.id = ANY($1) ${sql}`, [ids, ...values]);
}
