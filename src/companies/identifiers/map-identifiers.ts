import type { Queries } from "#foundation/db/database";

/**
 * Selects the table's number for each company and scheme, by the best key available: domain, then ISIN, then name with
 * country. `namesakes` counts companies of the directory with that name and country. `least` and `greatest` differ
 * where the table contradicts itself.
 */
const CHOSEN = `
  WITH wanted AS (SELECT id, domain, upper(isin) AS isin, country FROM companies WHERE id = ANY($1::int[])),
  found AS (
    SELECT w.id AS company_id, 1 AS level, 'domain' AS method, m.id, m.scheme, m.value, m.imported_at, 1 AS namesakes
    FROM wanted w JOIN identifier_mappings m ON m.domain = w.domain AND m.domain <> ''
    UNION ALL
    SELECT w.id, 2, 'isin', m.id, m.scheme, m.value, m.imported_at, 1
    FROM wanted w JOIN identifier_mappings m ON m.isin = w.isin AND m.isin <> ''
    UNION ALL
    SELECT w.id, 3, 'name', m.id, m.scheme, m.value, m.imported_at,
      (SELECT count(*)::int FROM company_names o JOIN companies c ON c.id = o.company_id
       WHERE o.key = n.key AND o.kind = 'name' AND c.country = w.country)
    FROM wanted w JOIN company_names n ON n.company_id = w.id AND n.kind = 'name'
    JOIN identifier_mappings m ON m.name_key = n.key AND m.country = w.country AND m.name_key <> ''
    -- A row that names another site or another security means another company of that name.
    WHERE m.domain IN ('', w.domain) AND (m.isin = '' OR w.isin IS NULL OR m.isin = w.isin)
  ),
  ranked AS (SELECT *, min(level) OVER (PARTITION BY company_id, scheme) AS surest FROM found),
  chosen AS (
    SELECT *, min(value) OVER one AS least, max(value) OVER one AS greatest
    FROM ranked WHERE level = surest WINDOW one AS (PARTITION BY company_id, scheme)
  )`;

/**
 * Stores unambiguous numbers, each with the newest line that states it, and removes those that are no longer
 * unambiguous.
 */
const MAP = `${CHOSEN},
  sure AS (
    SELECT DISTINCT ON (company_id, scheme) company_id, scheme, value, method, id AS mapping_id
    FROM chosen WHERE least = greatest AND namesakes = 1 ORDER BY company_id, scheme, imported_at DESC, id
  ),
  gone AS (
    DELETE FROM company_identifiers i WHERE i.company_id = ANY($1::int[])
      AND NOT EXISTS (SELECT FROM sure s WHERE s.company_id = i.company_id AND s.scheme = i.scheme)
  ),
  written AS (
    INSERT INTO company_identifiers AS i (company_id, scheme, value, method, mapping_id)
    SELECT company_id, scheme, value, method, mapping_id FROM sure
    ON CONFLICT (company_id, scheme) DO UPDATE
      SET value = excluded.value, method = excluded.method, mapping_id = excluded.mapping_id, mapped_at = now()
      WHERE (i.value, i.method, i.mapping_id) IS DISTINCT FROM (excluded.value, excluded.method, excluded.mapping_id)
  )
  SELECT (SELECT count(*)::int FROM sure WHERE scheme = 'duns') AS duns,
    (SELECT count(*)::int FROM sure WHERE scheme = 'lei') AS lei,
    (SELECT count(DISTINCT company_id)::int FROM sure) AS mapped,
    (SELECT array_agg(DISTINCT c.company_id) FROM chosen c WHERE c.least <> c.greatest OR c.namesakes > 1) AS ambiguous`;

/** The result of one batch. */
export interface MappedIdentifiers {
  duns: number;
  lei: number;
  mapped: number;
  /** Companies with several numbers in the table, or whose number the table gives to several companies. */
  ambiguous: number[] | null;
}

/** Whether a table of identifiers was imported. */
export async function hasIdentifierTable(db: Queries): Promise<boolean> {
  const [table] = await db.query<{ some: boolean }>("SELECT EXISTS (SELECT FROM identifier_mappings) AS some", []);
  return table?.some ?? false;
}

/**
 * Looks companies up in the imported table of identifiers and stores unambiguous numbers; leaves out ambiguous ones.
 * One statement; idempotent. The companies' names must be up to date (`refreshCompanyNames`).
 */
export async function mapIdentifiers(db: Queries, companyIds: readonly number[]): Promise<MappedIdentifiers> {
  const [found] = await db.query<MappedIdentifiers>(MAP, [companyIds]);
  return found ?? { duns: 0, lei: 0, mapped: 0, ambiguous: null };
}
