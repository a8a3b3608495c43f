import type { Queries } from "#foundation/db/database";
import { COMPARED_DESCRIPTION, type ComparedCompany } from "./same-company-score.ts";

/** A company of the directory with the fields by which it is compared. */
export interface DirectoryIdentity extends ComparedCompany {
  id: number;
}

/** Ids of two companies that a person told apart. */
export type ApartPair = readonly [one: number, other: number];

/** Largest group of companies with one name, label or number that is compared: a larger one tells nothing about any two of them. */
export const LARGEST_BLOCK = 12;

/** The fields of `ComparedCompany` for the company `c`, as SQL. */
export const COMPARED_FIELDS = `c.name, c.domain, c.country, c.city, c.isin, left(c.description, ${COMPARED_DESCRIPTION}) AS description,
  (SELECT i.value FROM company_identifiers i WHERE i.company_id = c.id AND i.scheme = 'lei') AS lei`;

/** Selects pairs whose latest statement by a person says that they differ (told apart, or unmerged), by their present survivors. */
const TOLD_APART = `
  WITH said AS (
    SELECT DISTINCT ON (least(company_id, other_id), greatest(company_id, other_id)) company_id, other_id, operation
    FROM company_identity_log ORDER BY least(company_id, other_id), greatest(company_id, other_id), id DESC
  )
  SELECT coalesce(a.survivor_id, s.company_id) AS one, coalesce(b.survivor_id, s.other_id) AS other
  FROM said s LEFT JOIN company_merges a ON a.company_id = s.company_id LEFT JOIN company_merges b ON b.company_id = s.other_id
  WHERE s.operation IN ('unmerge', 'distinguish')`;

/** Returns the companies of these ids as they are compared; leaves out unknown ids. One statement. */
export async function comparedCompanies(db: Queries, ids: readonly number[]): Promise<Map<number, DirectoryIdentity>> {
  const rows = await db.query<DirectoryIdentity>(
    `SELECT c.id, ${COMPARED_FIELDS} FROM companies c WHERE c.id = ANY($1::int[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns all pairs that a person told apart. One statement. */
export async function pairsToldApart(db: Queries): Promise<ApartPair[]> {
  const pairs = await db.query<{ one: number; other: number }>(TOLD_APART);
  return pairs.map(({ one, other }) => [one, other]);
}

/** Returns a test whether two companies were told apart. */
export function toldApart(pairs: readonly ApartPair[]): (one: number, other: number) => boolean {
  const keyOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;
  const apart = new Set(pairs.map(([one, other]) => keyOf(one, other)));
  return (one, other) => apart.size > 0 && apart.has(keyOf(one, other));
}
