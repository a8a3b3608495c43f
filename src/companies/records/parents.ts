import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";
import { BEST_FIRST, IS_MERGED_IN } from "./preference.ts";

interface Link {
  companyId: number;
  parentId: number;
}

/** Joins the named company, as `p`; the survivor of a merged one. */
const JOIN_PARENT =
  "LEFT JOIN company_merges m ON m.company_id = r.parent_id JOIN companies p ON p.id = coalesce(m.survivor_id, r.parent_id)";

/** Selects the direct parent of each company, by its best record with one in the directory. */
const PARENTS = `
  SELECT DISTINCT ON (c.id) c.id AS "companyId", p.id AS "parentId"
  FROM (
    SELECT r.*, ${IS_MERGED_IN} AS is_merged_in FROM source_records r
    WHERE r.company_id = ANY($1::int[]) AND r.parent_id IS NOT NULL AND NOT r.parent_is_ultimate
  ) r
  ${JOIN_PARENT}
  JOIN companies c ON c.id = r.company_id
  WHERE p.id <> c.id
  ORDER BY c.id, ${BEST_FIRST}`;

/** Selects companies with a record that names one of these, or a company merged into it, as the parent. */
const CHILDREN = `
  SELECT DISTINCT c.id FROM source_records r JOIN companies c ON c.id = r.company_id
  WHERE NOT r.parent_is_ultimate AND r.parent_id IN (
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

/** The top of a company's group, as a register has it and as its direct parents lead to it. */
export interface UltimateParent {
  /** Whether a record names an ultimate parent, in the directory or not. */
  isRegistered: boolean;
  /** The company that the best such record names; null where the directory does not have it. */
  registeredId: number | null;
  /** The last of its direct parents; null without one, and where the chain leads out of the directory or in a circle. */
  derivedId: number | null;
  derivedName: string | null;
  /** The record that names the first direct parent of the chain. */
  derivedFrom: number | null;
}

/** Longest chain of direct parents that is followed. */
const MOST_PARENTS = 20;

/** Selects the best direct parent of the company `c.at_id`, and the record that names it. */
const DIRECT_PARENT = `
  SELECT p.id, r.id AS record_id
  FROM (
    SELECT r.*, ${IS_MERGED_IN} AS is_merged_in FROM source_records r
    WHERE r.company_id = c.at_id AND r.parent_id IS NOT NULL AND NOT r.parent_is_ultimate
  ) r
  ${JOIN_PARENT}
  WHERE p.id <> r.company_id
  ORDER BY ${BEST_FIRST} LIMIT 1`;

/** Selects the best ultimate parent that records of the company `c.at_id` name. */
const REGISTERED_TOP = `
  SELECT p.id
  FROM (
    SELECT r.*, ${IS_MERGED_IN} AS is_merged_in FROM source_records r
    WHERE r.company_id = c.at_id AND r.parent_id IS NOT NULL AND r.parent_is_ultimate
  ) r
  ${JOIN_PARENT}
  WHERE p.id <> r.company_id
  ORDER BY ${BEST_FIRST} LIMIT 1`;

/** Whether records of the company `c.at_id` name an ultimate parent, or a direct one, in the directory or not. */
const NAMES_TOP =
  "EXISTS (SELECT FROM source_records r WHERE r.company_id = c.at_id AND r.parent_is_ultimate AND r.parent_keys <> '{}')";
const NAMES_PARENT =
  "EXISTS (SELECT FROM source_records r WHERE r.company_id = c.at_id AND NOT r.parent_is_ultimate AND r.parent_keys <> '{}')";

/**
 * Follows direct parents from each company. A chain ends at a company that names no parent, or at one whose ultimate
 * parent a record names.
 */
const ULTIMATE_PARENTS = `
  WITH RECURSIVE chain AS (
    SELECT asked.id AS company_id, asked.id AS at_id, 0 AS depth, ARRAY[asked.id] AS seen, NULL::int AS record_id
    FROM unnest($1::int[]) AS asked(id)
    UNION ALL
    SELECT c.company_id, n.id, c.depth + 1, c.seen || n.id, coalesce(c.record_id, n.record_id)
    FROM chain c CROSS JOIN LATERAL (${DIRECT_PARENT}) n
    WHERE c.depth < ${MOST_PARENTS} AND n.id <> ALL(c.seen) AND (c.depth = 0 OR NOT ${NAMES_TOP})
  ), ends AS (
    SELECT DISTINCT ON (company_id) * FROM chain ORDER BY company_id, depth DESC
  ), tops AS (
    SELECT c.company_id AS at_id, c.record_id, CASE
      WHEN c.depth = 0 THEN NULL
      WHEN ${NAMES_TOP} THEN (${REGISTERED_TOP})
      WHEN NOT ${NAMES_PARENT} THEN c.at_id
    END AS derived_id
    FROM ends c
  )
  SELECT c.at_id AS "companyId", ${NAMES_TOP} AS "isRegistered", (${REGISTERED_TOP}) AS "registeredId",
    d.id AS "derivedId", d.name AS "derivedName", CASE WHEN d.id IS NOT NULL THEN c.record_id END AS "derivedFrom"
  FROM tops c LEFT JOIN companies d ON d.id = c.derived_id AND d.id <> c.at_id`;

/** Loads the top of each company's group. One statement. */
export function ultimateParentOfCompany(db: Queries): DataLoader<number, UltimateParent> {
  return new DataLoader(async (ids) => {
    const found = await db.query<UltimateParent & { companyId: number }>(ULTIMATE_PARENTS, [[...ids]]);
    const byCompany = new Map(found.map(({ companyId, ...parent }) => [companyId, parent]));
    return ids.map((id) => byCompany.get(id) ?? NO_GROUP);
  });
}

const NO_GROUP: UltimateParent = {
  isRegistered: false,
  registeredId: null,
  derivedId: null,
  derivedName: null,
  derivedFrom: null,
};

/** Returns the company at the top of the group: what a register says counts, even if the directory does not have it. */
export const topOf = ({ isRegistered, registeredId, derivedId }: UltimateParent): number | null =>
  isRegistered ? registeredId : derivedId;
