import type { Queries } from "#foundation/db/database";
import { RECORD_WHAT_IS_THERE } from "./record-what-is-there.ts";

/** SQL condition that a company `c` has given up its domain: it has one that nobody can register. */
export const HAS_GIVEN_UP = "c.domain = 'company-' || c.id || '.invalid'";

/** Gives a company a domain that nobody can register, because its own is another company's. Its id stays its own. */
const GIVE_UP_DOMAIN = "UPDATE companies SET domain = 'company-' || id || '.invalid' WHERE id = $1 RETURNING domain";

/** Rows that were joined to the company, and not to its domain, go with it. `$1`: its domain until now; `$2`: its new one. */
const MOVE_JOINED = "UPDATE staged_companies SET domain = $2 WHERE is_joined AND domain = $1";

/**
 * Register numbers that the company's own records state go with it. Other numbers stay with the domain, because an
 * operator's table tells of the domain. `$1`: the company; `$2`: its domain until now; `$3`: its new one.
 */
const MOVE_NUMBERS = `
  UPDATE identifier_mappings m SET domain = $3
  WHERE m.domain = $2 AND m.isin = '' AND m.name_key = '' AND m.country = ''
    AND EXISTS (SELECT FROM source_records r WHERE r.company_id = $1 AND r.facts ->> m.scheme::text = m.value)`;

/** Forgets numbers that the company had by its domain alone. `$1`: the company; `$2`: its domain until now. */
const FORGET_NUMBERS = `
  DELETE FROM company_identifiers i USING identifier_mappings m
  WHERE i.company_id = $1 AND m.id = i.mapping_id AND m.domain = $2`;

/**
 * Takes its domain from a company, which keeps its id, its records and its register numbers. Needs `staged_companies`.
 * @returns its new domain; undefined where there is no such company
 */
export async function giveUpDomain(db: Queries, companyId: number, domain: string): Promise<string | undefined> {
  await db.query(RECORD_WHAT_IS_THERE, [companyId]);
  const [moved] = await db.query<{ domain: string }>(GIVE_UP_DOMAIN, [companyId]);
  if (moved === undefined) return undefined;
  await db.query(MOVE_JOINED, [domain, moved.domain]);
  await db.query(MOVE_NUMBERS, [companyId, domain, moved.domain]);
  await db.query(FORGET_NUMBERS, [companyId, domain]);
  return moved.domain;
}
