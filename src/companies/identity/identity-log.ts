import type { Queries } from "#foundation/db/database";
import type { Where } from "#foundation/db/select-tree/tree";
import { identifiedCompany } from "./identified-company.ts";

/** The order of the log. Changes of identity wait for each other, so that a later one always has a higher number. */
export const NEWEST_ENTRIES = { id: "desc" } as const;

/**
 * Returns the condition on entries that name a company, or a company that is now merged into it. Takes it by id or
 * domain; one that was merged away stands for its survivor.
 * @throws NotFoundError where no company has, or ever had, this id or domain
 */
export async function whereNamed(db: Queries, company: string): Promise<Where> {
  const { survivorId } = await identifiedCompany(db, company);
  const merged = await db.query<{ id: number }>(
    "SELECT company_id AS id FROM company_merges WHERE survivor_id = $1 ORDER BY company_id",
    [survivorId],
  );
  const ids = [survivorId, ...merged.map(({ id }) => id)];
  return { OR: [{ companyId: { in: ids } }, { otherId: { in: ids } }] };
}

/** A company as the log names it, by a number that it keeps through merges. */
export interface NamedCompany {
  id: number;
  domain: string;
  /** Its survivor; itself where it is not merged. */
  survivorId: number;
}

/** Returns the companies of these ids, merged away or not; leaves out unknown ids. One statement. */
export async function namedCompanies(db: Queries, ids: readonly number[]): Promise<Map<number, NamedCompany>> {
  const rows = await db.query<NamedCompany>(
    `SELECT id, domain, id AS "survivorId" FROM companies WHERE id = ANY($1::int[])
     UNION ALL
     SELECT company_id, domain, survivor_id FROM company_merges WHERE company_id = ANY($1::int[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
