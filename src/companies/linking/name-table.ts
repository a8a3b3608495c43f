import type { Queries } from "#foundation/db/database";
import { companyNames, type NamedRecord } from "./company-names.ts";

/** Number of companies per statement: their names are about 100 kB. */
const BATCH = 5_000;
/** Number of characters of a description that are read for names. */
const DESCRIPTION_LENGTH = 4_000;

/**
 * Brings `company_names` up to date with the directory: reads the names of companies that a trigger noted as new or
 * renamed. Each batch is one statement, so a kill leaves nothing half done and several processes may run it at once.
 * Without work it costs one query of an empty table.
 * @returns the number of companies whose names were read
 */
export async function refreshCompanyNames(db: Queries, signal?: AbortSignal): Promise<number> {
  for (let read = 0; ; ) {
    signal?.throwIfAborted();
    const noted = await db.query<
      NamedRecord & { id: number; description: string; country: string; marketCapBand: string }
    >(
      `SELECT c.id, c.name, c.domain, left(c.description, ${DESCRIPTION_LENGTH}) AS description, coalesce(c.country, '') AS country,
         coalesce(c.market_cap_band, '') AS "marketCapBand" FROM companies_to_name t JOIN companies c ON c.id = t.company_id
       ORDER BY t.company_id LIMIT ${BATCH}`,
      [],
    );
    if (noted.length === 0) return read;
    const names = noted.flatMap((company) => companyNames(company).map((form) => ({ id: company.id, ...form })));
    // Leaves the list only where the record still has the name that was read; after a concurrent rename it stays.
    await db.query(
      `WITH taken AS (
         DELETE FROM companies_to_name t USING companies c, unnest($1::int[], $2::text[], $3::text[], $8::text[], $9::text[], $10::text[])
           AS r(id, name, domain, description, country, band)
         WHERE t.company_id = r.id AND c.id = r.id AND c.name = r.name AND c.domain = r.domain
           AND left(c.description, ${DESCRIPTION_LENGTH}) = r.description
           AND coalesce(c.country, '') = r.country AND coalesce(c.market_cap_band, '') = r.band
         RETURNING t.company_id
       ), fresh AS (
         SELECT n.* FROM unnest($4::int[], $5::text[], $6::text[], $7::text[]) AS n(id, key, written, kind)
         JOIN taken ON taken.company_id = n.id
       ), to_link AS (
         INSERT INTO companies_to_link (company_id) SELECT company_id FROM taken ON CONFLICT DO NOTHING
       ), gone AS (
         DELETE FROM company_names o USING taken WHERE o.company_id = taken.company_id
           AND NOT EXISTS (SELECT FROM fresh WHERE fresh.id = o.company_id AND fresh.key = o.key)
       )
       INSERT INTO company_names (key, company_id, written, kind) SELECT key, id, written, kind FROM fresh
       ON CONFLICT (key, company_id) DO UPDATE SET written = excluded.written, kind = excluded.kind`,
      [
        noted.map(({ id }) => id),
        noted.map(({ name }) => name),
        noted.map(({ domain }) => domain),
        names.map(({ id }) => id),
        names.map(({ key }) => key),
        names.map(({ written }) => written),
        names.map(({ kind }) => kind),
        noted.map(({ description }) => description),
        noted.map(({ country }) => country),
        noted.map(({ marketCapBand }) => marketCapBand),
      ],
    );
    read += noted.length;
  }
}

/** Returns how many companies still have to enter the table because an import has changed them. */
export async function companiesToName(db: Queries): Promise<number> {
  const [found] = await db.query<{ companies: number }>("SELECT count(*)::int AS companies FROM companies_to_name", []);
  return found?.companies ?? 0;
}
