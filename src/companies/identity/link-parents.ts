import { arrayText } from "#foundation/db/copy-text";
import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { refreshCompanyNames } from "../linking/name-table.ts";
import { companyMeant, keysOfName, namesakesByKey } from "../linking/namesakes.ts";

interface StatedParent {
  recordId: number;
  companyId: number;
  country: string | null;
  /** The parent's name as the record's description states it. */
  parent: string | null;
  /** The keys of its last look-up; empty where it was never looked up. */
  parentKeys: string[];
}

/** Records and companies processed in one transaction. */
const BATCH = 2_000;

const TAKE_COMPANIES = `
  DELETE FROM companies_to_link WHERE company_id IN (SELECT company_id FROM companies_to_link ORDER BY 1 LIMIT ${BATCH})
  RETURNING company_id AS id`;

/** Selects what may name these companies: their names, and keys of their records. */
const KEYS_OF_COMPANIES = `
  SELECT key FROM company_names WHERE company_id = ANY($1::int[]) AND kind IN ('name', 'core')
  UNION SELECT unnest(keys) FROM source_records WHERE company_id = ANY($1::int[])`;

const COLUMNS = `r.id AS "recordId", c.id AS "companyId", c.country, r.readings ->> 'parent' AS parent, r.parent_keys AS "parentKeys"`;

/** Selects records whose parent was never looked up. */
const WAITING = `
  SELECT ${COLUMNS} FROM source_records r JOIN companies c ON c.id = r.company_id WHERE r.parent_waits ORDER BY r.id LIMIT ${BATCH}`;

/** Selects records that name one of these companies, or were taken to do so. */
const NAMING = `
  SELECT ${COLUMNS} FROM source_records r JOIN companies c ON c.id = r.company_id
  WHERE r.parent_keys <> '{}' AND r.parent_keys && $1::text[]
  UNION SELECT ${COLUMNS} FROM source_records r JOIN companies c ON c.id = r.company_id WHERE r.parent_id = ANY($2::int[])`;

/** Selects the companies that have a key, such as an LEI. */
const HOLDERS = `
  SELECT DISTINCT k.key, c.id FROM source_records r CROSS JOIN LATERAL unnest(r.keys) AS k(key) JOIN companies c ON c.id = r.company_id
  WHERE r.keys <> '{}' AND r.keys && $1::text[] AND k.key = ANY($1::text[]) ORDER BY 1, 2`;

const LINK = `
  UPDATE source_records r SET parent_id = x.parent_id, parent_keys = x.parent_keys::text[], parent_waits = false
  FROM unnest($1::int[], $2::int[], $3::text[]) AS x(id, parent_id, parent_keys) WHERE r.id = x.id`;

/**
 * Finds the companies of the directory that records name as parents: by a register number, or by name. Of namesakes it
 * takes the only one in the subsidiary's country, or none. Looks at what came since its last run: new records, and
 * records that name a company with new names or numbers. Commits each batch, so that it may be interrupted and
 * repeated.
 * @returns how many of these records name a parent in the directory
 */
export async function linkParents(db: Pick<Database, "pool" | "query">, signal?: AbortSignal): Promise<number> {
  await refreshCompanyNames(db, signal);
  for (let linked = 0; ; ) {
    signal?.throwIfAborted();
    const { seen, found } = await transaction(db, linkBatch, { lock: LINK_LOCK });
    if (seen === 0) return linked;
    linked += found;
  }
}

/** Lock key: one process links at a time ("pare" in ASCII). */
const LINK_LOCK = 0x70617265;

async function linkBatch(inside: Queries): Promise<{ seen: number; found: number }> {
  const companies = (await inside.query<{ id: number }>(TAKE_COMPANIES)).map(({ id }) => id);
  const keys = companies.length === 0 ? [] : await inside.query<{ key: string }>(KEYS_OF_COMPANIES, [companies]);
  const naming =
    companies.length === 0 ? [] : await inside.query<StatedParent>(NAMING, [keys.map(({ key }) => key), companies]);
  const records = [...(await inside.query<StatedParent>(WAITING)), ...naming];
  if (records.length === 0) return { seen: companies.length, found: 0 };
  const stated = records.map((record) => ({ ...record, parentKeys: keysOf(record) }));
  const asked = [...new Set(stated.flatMap(({ parentKeys }) => parentKeys))];
  const namesakes = await namesakesByKey(inside, asked.filter(isName));
  const numbers = asked.filter((key) => !isName(key));
  const holders = Map.groupBy(await inside.query<{ key: string; id: number }>(HOLDERS, [numbers]), ({ key }) => key);
  const links = stated.map((record) => ({
    record,
    parent: parentByNumber(record, holders) ?? parentByName(record, namesakes),
  }));
  await inside.query(LINK, [
    links.map(({ record }) => record.recordId),
    links.map(({ parent }) => parent),
    links.map(({ record }) => arrayText(record.parentKeys)),
  ]);
  return { seen: companies.length + records.length, found: links.filter(({ parent }) => parent !== null).length };
}

/** Whether a key is a name: names have no colon. */
const isName = (key: string): boolean => !key.includes(":");

const keysOf = ({ parent, parentKeys }: StatedParent): string[] => [
  ...parentKeys.filter((key) => !isName(key)),
  ...(parent === null ? [] : keysOfName(parent)),
];

/** Returns the only company with the number that names the parent. */
function parentByNumber(
  { companyId, parentKeys }: StatedParent,
  holders: ReadonlyMap<string, readonly { id: number }[]>,
): number | null {
  const ids = new Set(parentKeys.flatMap((key) => (holders.get(key) ?? []).map(({ id }) => id)));
  const [only] = ids;
  return ids.size === 1 && only !== undefined && only !== companyId ? only : null;
}

const parentByName = (
  { companyId, country, parent }: StatedParent,
  namesakes: Parameters<typeof companyMeant>[1],
): number | null =>
  parent === null ? null : (companyMeant({ companyId, country, name: parent }, namesakes)?.id ?? null);

/** Returns how many companies are waiting because an import has changed them. */
export async function companiesToLink(db: Queries): Promise<number> {
  const [found] = await db.query<{ companies: number }>("SELECT count(*)::int AS companies FROM companies_to_link", []);
  return found?.companies ?? 0;
}
