import type { Queries } from "#foundation/db/database";
import { groupBy } from "#foundation/group-by";
import { companyNames } from "../linking/company-names.ts";
import { refreshCompanyNames } from "../linking/name-table.ts";
import { namesAgree } from "../linking/names-agree.ts";

interface StatedParent {
  recordId: number;
  companyId: number;
  country: string | null;
  /** The parent's name as the record's description writes it. */
  parent: string;
}

interface Namesake {
  key: string;
  id: number;
  name: string;
  country: string | null;
}

const STATED = `
  SELECT r.id AS "recordId", c.id AS "companyId", c.country, r.readings ->> 'parent' AS parent
  FROM source_records r JOIN companies c ON c.id = r.company_id WHERE r.readings ? 'parent' ORDER BY r.id`;

const NAMESAKES = `
  SELECT n.key, c.id, c.name, c.country FROM company_names n JOIN companies c ON c.id = n.company_id
  WHERE n.key = ANY($1::text[]) AND n.kind IN ('name', 'core') ORDER BY c.id`;

const LINK = `
  UPDATE source_records r SET parent_id = x.parent_id FROM unnest($1::int[], $2::int[]) AS x(id, parent_id)
  WHERE r.id = x.id AND r.parent_id IS DISTINCT FROM x.parent_id`;

/**
 * Finds the companies of the directory that descriptions call parents, by name. Of several namesakes the one in the country of the
 * subsidiary is meant, if it is the only one there; otherwise none. Three statements, whatever the directory's size.
 * @returns how many records name a parent that the directory has
 */
export async function linkParents(db: Queries, signal?: AbortSignal): Promise<number> {
  await refreshCompanyNames(db, signal);
  const stated = (await db.query<StatedParent>(STATED)).map((record) => ({ ...record, keys: keysOf(record.parent) }));
  const asked = [...new Set(stated.flatMap(({ keys }) => keys))];
  const namesakes = groupBy(await db.query<Namesake>(NAMESAKES, [asked]), ({ key }) => key);
  const parents = stated.map((record) =>
    parentOf(
      record,
      record.keys.flatMap((key) => namesakes.get(key) ?? []),
    ),
  );
  await db.query(LINK, [stated.map(({ recordId }) => recordId), parents]);
  return parents.filter((parent) => parent !== null).length;
}

const keysOf = (name: string): string[] =>
  companyNames({ name, domain: "" })
    .filter(({ kind }) => kind === "name" || kind === "core")
    .map(({ key }) => key);

function parentOf({ companyId, country, parent }: StatedParent, namesakes: readonly Namesake[]): number | null {
  const agreeing = namesakes.filter(({ id, name }) => id !== companyId && namesAgree(name, parent));
  const known = new Map(agreeing.map((each) => [each.id, each]));
  if (known.size > 1) for (const [id, each] of known) if (each.country !== country) known.delete(id);
  const [only] = known.keys();
  return known.size === 1 && only !== undefined ? only : null;
}
