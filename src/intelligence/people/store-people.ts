import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { nameKey } from "./person-names.ts";
import type { PersonMention } from "./read-people.ts";

/** Key of the advisory lock under which people are written ("peop" in ASCII). */
const PEOPLE_LOCK = 0x70656f70;

/** A mention, with the text that contains it. */
export interface Sighting extends PersonMention {
  companyId: number;
  /** "" for a record of the directory, of which no page was read. */
  url: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  /** Null for the company's own text. */
  newsItemId: number | null;
}

/** The time of a sighting; for an undated text, the time of reading. */
const SEEN = "coalesce(s.published_at, s.retrieved_at)";

/** Newest first. Records come last, because the date of a record says little about that of its sentences. */
export const NEWEST_SIGHTING = `(s.url = ''), ${SEEN} DESC, s.rank, s.id`;

const RECORDS = `(SELECT *, coalesce("publishedAt", "retrievedAt") AS seen
  FROM jsonb_to_recordset($1::jsonb) AS y("companyId" int, name text, "nameKey" text, role text, "isFormer" boolean, rank smallint,
    url text, quote text, "publishedAt" timestamptz, "retrievedAt" timestamptz, "newsItemId" int))`;

/**
 * Stores the people of some companies: one person for each company and name, one sighting for each text and role.
 * Removes sightings that are no longer given. A person's role is that of the newest
 * sighting, of a record only where no other text names the person. Idempotent.
 */
export async function storePeople(
  db: Pick<Database, "pool">,
  companyIds: readonly number[],
  sightings: readonly Sighting[],
): Promise<void> {
  // The lock keeps one process from removing a person to whom another adds a sighting.
  await transaction(db, (inside) => write(inside, companyIds, sightings), { lock: PEOPLE_LOCK });
}

async function write(db: Queries, companyIds: readonly number[], sightings: readonly Sighting[]): Promise<void> {
  const rows = [
    ...new Map(
      sightings.map((one) => [`${one.companyId}/${nameKey(one.name)}/${one.url}/${one.role.name}`, one]),
    ).values(),
  ]
    .map(({ role, ...one }) => ({ ...one, nameKey: nameKey(one.name), role: role.name, rank: role.rank }))
    // In a fixed order, so that two runs over the same companies do not deadlock.
    .sort((a, b) => a.companyId - b.companyId || (a.nameKey < b.nameKey ? -1 : 1));
  const known = JSON.stringify(rows);
  await db.query(
    `INSERT INTO people (company_id, name, name_key, role, is_former, rank, first_seen_at, last_seen_at)
     SELECT DISTINCT ON ("companyId", "nameKey") "companyId", name, "nameKey", role, "isFormer", rank, seen, seen
     FROM ${RECORDS} x ORDER BY "companyId", "nameKey", seen DESC, rank
     ON CONFLICT (company_id, name_key) DO NOTHING`,
    [known],
  );
  await db.query(
    `INSERT INTO person_sightings (person_id, url, name, role, is_former, rank, quote, published_at, retrieved_at, news_item_id)
     SELECT p.id, x.url, x.name, x.role, x."isFormer", x.rank, x.quote, x."publishedAt", x."retrievedAt", x."newsItemId"
     FROM ${RECORDS} x JOIN people p ON p.company_id = x."companyId" AND p.name_key = x."nameKey"
     ON CONFLICT (person_id, url, role) DO UPDATE SET name = excluded.name, is_former = excluded.is_former, rank = excluded.rank,
       quote = excluded.quote, published_at = excluded.published_at, retrieved_at = excluded.retrieved_at,
       news_item_id = excluded.news_item_id
     WHERE (person_sightings.is_former, person_sightings.quote, person_sightings.published_at)
       IS DISTINCT FROM (excluded.is_former, excluded.quote, excluded.published_at)`,
    [known],
  );
  await db.query(
    `DELETE FROM person_sightings s USING people p WHERE p.id = s.person_id AND p.company_id = ANY($2::int[])
       AND NOT EXISTS (SELECT FROM ${RECORDS} x WHERE x."companyId" = p.company_id AND x."nameKey" = p.name_key
         AND x.url = s.url AND x.role = s.role)`,
    [known, companyIds],
  );
  await db.query(
    `DELETE FROM people p WHERE p.company_id = ANY($1::int[]) AND NOT EXISTS (SELECT FROM person_sightings s WHERE s.person_id = p.id)`,
    [companyIds],
  );
  await db.query(
    `UPDATE people p SET name = x.name, role = x.role, is_former = x.is_former, rank = x.rank, first_seen_at = x.first, last_seen_at = x.last
     FROM (
       SELECT DISTINCT ON (s.person_id) s.person_id, s.name, s.role, s.is_former, s.rank,
         min(${SEEN}) OVER (PARTITION BY s.person_id) AS first, max(${SEEN}) OVER (PARTITION BY s.person_id) AS last
       FROM person_sightings s JOIN people q ON q.id = s.person_id WHERE q.company_id = ANY($1::int[])
       ORDER BY s.person_id, ${NEWEST_SIGHTING}
     ) x
     WHERE p.id = x.person_id AND (p.name, p.role, p.is_former, p.rank, p.first_seen_at, p.last_seen_at)
       IS DISTINCT FROM (x.name, x.role, x.is_former, x.rank, x.first, x.last)`,
    [companyIds],
  );
}
