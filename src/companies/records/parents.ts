import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";
import { BEST_FIRST, IS_MERGED_IN } from "./preference.ts";

interface Link {
  companyId: number;
  parentId: number;
}

/**
 * Selects the parent of each company, by its best record with a parent in the directory; the survivor of a merged one.
 */
const PARENTS = `
  SELECT DISTINCT ON (c.id) c.id AS "companyId", p.id AS "parentId"
  FROM (
    SELECT r.*, ${IS_MERGED_IN} AS is_merged_in FROM source_records r
    WHERE r.company_id = ANY($1::int[]) AND r.parent_id IS NOT NULL
  ) r
  LEFT JOIN company_merges m ON m.company_id = r.parent_id
  JOIN companies c ON c.id = r.company_id
  JOIN companies p ON p.id = coalesce(m.survivor_id, r.parent_id)
  WHERE p.id <> c.id
  ORDER BY c.id, ${BEST_FIRST}`;

/** Selects companies with a record that names one of these, or a company merged into it, as the parent. */
const CHILDREN = `
  SELECT DISTINCT c.id FROM source_records r JOIN companies c ON c.id = r.company_id
  WHERE r.parent_id IN (
    SELECT unnest($1::int[]) UNION SELECT company_id FROM company_merges WHERE survivor_id = ANY($1::int[])
  )`;

/** Loads the id of each company's parent; null where unknown. One statement. */
export function parentOfCompany(db: Queries): DataLoader<number, number | null> {
  return new DataLoader(async (ids) => {
    const links = await db.query<Link>(PARENTS, [[...ids]]);
    const parents = new Map(links.map(({ companyId, parentId }) => [companyId, parentId]));
    return ids.map((id) => parents.get(id) ?? null);
  });
}

/** Loads the ids of each company's subsidiaries, ascending. Two statements. */
export function subsidiariesOfCompany(db: Queries): DataLoader<number, number[]> {
  return new DataLoader(async (ids) => {
    const children = await db.query<{ id: number }>(CHILDREN, [[...ids]]);
    const links = await db.query<Link>(PARENTS, [children.map(({ id }) => id)]);
    const byParent = new Map<number, number[]>(ids.map((id) => [id, []]));
    for (const { companyId, parentId } of links) byParent.get(parentId)?.push(companyId);
    return ids.map((id) => byParent.get(id) ?? []);
  });
}
