import type { Queries } from "#foundation/db/database";

/**
 * Selects the register numbers of the staged companies, one per domain and scheme. Takes that of the longest
 * description, like the record itself.
 */
const SPREAD = `
  CREATE TEMPORARY TABLE company_numbers ON COMMIT DROP AS
  SELECT DISTINCT ON (n.scheme, s.domain) n.scheme::identifier_scheme AS scheme, n.value, s.domain, s.name, s.line
  FROM staged_companies s CROSS JOIN LATERAL (VALUES ('lei', s.lei), ('duns', s.duns)) AS n(scheme, value)
  WHERE n.value IS NOT NULL AND NOT s.apart
  ORDER BY n.scheme, s.domain, length(s.description) DESC, s.line`;

/** Deletes numbers that the same file gave the same company before and has now replaced. */
const DELETE_REPLACED = `
  DELETE FROM identifier_mappings m USING company_numbers n
  WHERE m.scheme = n.scheme AND m.domain = n.domain AND m.isin = '' AND m.name_key = '' AND m.country = ''
    AND m.source = $1 AND m.value <> n.value`;

const INSERT_NEW = `
  INSERT INTO identifier_mappings (scheme, value, domain, name, source, file, line)
  SELECT scheme, value, domain, name, $1, $1, line FROM company_numbers
  ON CONFLICT (scheme, value, domain, isin, name_key, country, source) DO NOTHING`;

/**
 * Copies the LEIs and D-U-N-S numbers of `staged_companies` (line, domain, name, description, lei, duns, apart) into
 * the table that `runDunsMapper` uses, identified by domain. Runs in the client's transaction.
 * @param source the file
 */
export async function recordRegisterNumbers(db: Queries, source: string): Promise<void> {
  const rows = await db.query("SELECT FROM staged_companies WHERE lei IS NOT NULL OR duns IS NOT NULL LIMIT 1");
  if (rows.length === 0) return;
  await db.query(SPREAD);
  await db.query(DELETE_REPLACED, [source]);
  await db.query(INSERT_NEW, [source]);
}
