import type { Queries } from "#foundation/db/database";
import { NotFoundError } from "#foundation/errors/index";
import { registrableDomain } from "../registrable-domain.ts";

/** A company found by an id or a domain, merged away or not. */
export interface IdentifiedCompany {
  id: number;
  /** Its survivor; itself where it was not merged. */
  survivorId: number;
  /** The company that it was merged into; null where it was not merged. */
  mergedInto: number | null;
}

/** Returns the company of an id or a domain; null where no company has it, or ever had it. */
export async function findIdentified(db: Queries, identifier: string): Promise<IdentifiedCompany | null> {
  const id = /^[1-9]\d{0,8}$/.test(identifier) ? Number(identifier) : null;
  const domain = id === null ? registrableDomain(identifier) : null;
  const [found] = await db.query<IdentifiedCompany>(
    `SELECT id, id AS "survivorId", NULL::int AS "mergedInto" FROM companies WHERE id = $1 OR domain = $2
     UNION ALL
     SELECT company_id, survivor_id, into_id FROM company_merges WHERE company_id = $1 OR domain = $2
     LIMIT 1`,
    [id, domain],
  );
  return found ?? null;
}

/** @throws NotFoundError where no company has, or ever had, this id or domain */
export async function identifiedCompany(db: Queries, identifier: string): Promise<IdentifiedCompany> {
  const found = await findIdentified(db, identifier);
  if (found === null) throw new NotFoundError(`company ${identifier}`);
  return found;
}

/** Returns the survivor of each of these ids that was merged away. One statement. */
export async function survivorsOf(db: Queries, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: number; survivorId: number }>(
    `SELECT company_id AS id, survivor_id AS "survivorId" FROM company_merges WHERE company_id = ANY($1::int[])`,
    [ids],
  );
  return new Map(rows.map(({ id, survivorId }) => [id, survivorId]));
}
