import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import { InvalidInputError } from "#foundation/errors/index";
import { DIRECTORY_LOCK, deriveAnew } from "../records/derive-companies.ts";
import { versionAfter } from "../records/directory-version.ts";
import { readDomain } from "../registrable-domain.ts";
import { findIdentified, identifiedCompany } from "./identified-company.ts";

/** Who says whether companies are one, and why. */
export interface Statement {
  /** A user, a key or an operator. */
  by: string;
  reason: string;
}

/** Longest stored reason, in characters. */
const MAX_REASON = 2_000;

/** Selects the ids of all companies connected to these by merges, including the survivors. */
const TREE = `
  SELECT DISTINCT x.id FROM company_merges g
  CROSS JOIN LATERAL (VALUES (g.company_id), (g.survivor_id)) AS x(id)
  WHERE g.survivor_id = ANY($1::int[])
     OR g.survivor_id IN (SELECT survivor_id FROM company_merges WHERE company_id = ANY($1::int[]))
  UNION SELECT unnest($1::int[])`;

/** Follows the merges of these companies to their ends. */
const FIND_SURVIVORS = `
  WITH RECURSIVE way AS (
    SELECT company_id, into_id FROM company_merges WHERE company_id = ANY($1::int[])
    UNION ALL
    SELECT w.company_id, g.into_id FROM way w JOIN company_merges g ON g.company_id = w.into_id
  )
  UPDATE company_merges g SET survivor_id = w.into_id FROM way w
  WHERE w.company_id = g.company_id AND NOT EXISTS (SELECT FROM company_merges h WHERE h.company_id = w.into_id)`;

/**
 * Separates all companies connected to these, changes the merges, and joins them again. The result depends on the
 * merges alone, not on their history.
 */
async function rearrange(
  inside: Queries,
  companyIds: readonly number[],
  change: () => Promise<unknown>,
): Promise<void> {
  const tree = (await inside.query<{ id: number }>(TREE, [companyIds])).map(({ id }) => id);
  // Companies separated here and joined below neither leave nor enter a market.
  await inside.query("SELECT set_config('market_history.rearranging', 'on', true)");
  await inside.query("SELECT take_companies_apart($1::int[])", [tree]);
  await change();
  await inside.query(FIND_SURVIVORS, [tree]);
  // An import may have brought records while they were merged.
  await deriveAnew(inside, tree);
  await inside.query("SELECT put_companies_together($1::int[])", [tree]);
  await inside.query("SELECT set_config('market_history.rearranging', 'off', true)");
  await inside.query("SELECT level_market_history($1::int[])", [tree]);
  await deriveAnew(inside, tree);
  await versionAfter(inside, true);
}

const LOG = `INSERT INTO company_identity_log (operation, company_id, other_id, done_by, reason)
  VALUES ($1::identity_operation, $2, $3, $4, $5)`;

/** @throws InvalidInputError where the reason is missing or too long */
function checked({ by, reason }: Statement): [string, string] {
  const text = reason.trim();
  if (text === "") throw new InvalidInputError("reason is missing");
  if (text.length > MAX_REASON) throw new InvalidInputError(`reason: at most ${MAX_REASON} characters`);
  return [by, text];
}

const within = <T>(db: Pick<Database, "pool">, work: (inside: Queries) => Promise<T>): Promise<T> =>
  transaction(db, work, { lock: DIRECTORY_LOCK });

/**
 * Merges a company into another. Its id, domain, markets, news, events, people, items and dossiers then lead to the
 * survivor. Where a company may have only one of something, such as a place in a market, the survivor keeps its own.
 * The merged company's is put aside. Takes companies by id or domain in any spelling.
 * @returns the survivor's id
 * @throws NotFoundError for an unknown company; InvalidInputError where one was merged away already, or for a merge
 * into itself
 */
export async function mergeCompanies(
  db: Pick<Database, "pool">,
  { company, into }: { company: string; into: string },
  statement: Statement,
): Promise<number> {
  const [by, reason] = checked(statement);
  return within(db, async (inside) => {
    const [one, other] = [await identifiedCompany(inside, company), await identifiedCompany(inside, into)];
    if (one.mergedInto !== null)
      throw new InvalidInputError(`${company} is already merged into ${one.survivorId}; unmerge it first`);
    if (other.survivorId === one.id) throw new InvalidInputError(`${into} is already merged into ${company}`);
    await rearrange(inside, [one.id, other.survivorId], () =>
      inside.query(
        `INSERT INTO company_merges (company_id, domain, into_id, survivor_id, merged_by, reason)
         SELECT id, domain, $2, $2, $3, $4 FROM companies WHERE id = $1`,
        [one.id, other.id, by, reason],
      ),
    );
    await inside.query(LOG, ["merge", one.id, other.id, by, reason]);
    return other.survivorId;
  });
}

/**
 * Takes a merged company out again, with everything that belongs to it and all that was merged into it before. What
 * reached the survivor since then stays there, except records of the company's domain.
 * @returns the company's id
 * @throws NotFoundError for an unknown company; InvalidInputError where it is not merged
 */
export async function unmergeCompany(
  db: Pick<Database, "pool">,
  company: string,
  statement: Statement,
): Promise<number> {
  const [by, reason] = checked(statement);
  return within(db, async (inside) => {
    const { id, mergedInto, survivorId } = await identifiedCompany(inside, company);
    if (mergedInto === null) throw new InvalidInputError(`${company} is not merged`);
    await rearrange(inside, [id, survivorId], () =>
      inside.query("DELETE FROM company_merges WHERE company_id = $1", [id]),
    );
    await inside.query(LOG, ["unmerge", id, mergedInto, by, reason]);
    return id;
  });
}

/**
 * Records that two companies differ: the pair is no longer listed as the same or unsure. A later merge of them
 * overrules this.
 * @returns the ids of both
 * @throws NotFoundError for an unknown company; InvalidInputError where they are one already
 */
export async function distinguishCompanies(
  db: Pick<Database, "pool">,
  { company, from }: { company: string; from: string },
  statement: Statement,
): Promise<[number, number]> {
  const [by, reason] = checked(statement);
  return within(db, async (inside) => {
    const [one, other] = [await identifiedCompany(inside, company), await identifiedCompany(inside, from)];
    if (one.survivorId === other.survivorId)
      throw new InvalidInputError(`${company} and ${from} are already merged; unmerge them first`);
    await inside.query(LOG, ["distinguish", one.survivorId, other.survivorId, by, reason]);
    return [one.survivorId, other.survivorId];
  });
}

/**
 * Makes a new company of some of a company's records, or of records that were kept apart from it. It takes a domain
 * that no company has. Merging it back undoes the split.
 * @returns the new company's id
 * @throws InvalidInputError for records of another company, all records of this one, or a domain that is taken
 */
export async function splitCompany(
  db: Pick<Database, "pool">,
  { company, recordIds, domain }: { company: string; recordIds: readonly number[]; domain: string },
  statement: Statement,
): Promise<number> {
  const [by, reason] = checked(statement);
  const { domain: site } = readDomain(domain);
  if (site === undefined) throw new InvalidInputError(`"${domain}" is not a registrable domain`);
  return within(db, async (inside) => {
    const { survivorId } = await identifiedCompany(inside, company);
    if ((await findIdentified(inside, site)) !== null)
      throw new InvalidInputError(`a company with the domain ${site} already exists`);
    const rows = await inside.query<{ id: number; isApart: boolean }>(
      `SELECT r.id, r.company_id IS NULL AS "isApart" FROM source_records r
       WHERE r.id = ANY($1::int[]) AND coalesce(r.company_id, r.apart_from) = $2
         AND NOT EXISTS (SELECT FROM company_moves v WHERE v.survivor_id = $2 AND v.relation = 'source_records.company_id'
           AND (v.row ->> 'id')::int = r.id)`,
      [recordIds, survivorId],
    );
    if (rows.length === 0 || rows.length < new Set(recordIds).size)
      throw new InvalidInputError(`recordIds has records that do not belong to ${company}`);
    const [left] = await inside.query<{ records: number }>(
      "SELECT count(*)::int AS records FROM source_records WHERE company_id = $1 AND NOT id = ANY($2::int[])",
      [survivorId, recordIds],
    );
    if ((left?.records ?? 0) === 0) throw new InvalidInputError(`${company} would have no record left`);
    const [made] = await inside.query<{ id: number }>(
      "INSERT INTO companies (domain, name, source, content_hash) VALUES ($1, $1, 'split', '') RETURNING id",
      [site],
    );
    const id = made?.id ?? 0;
    await rearrange(inside, [survivorId], () =>
      inside.query("UPDATE source_records SET company_id = $1, apart_from = NULL WHERE id = ANY($2::int[])", [
        id,
        recordIds,
      ]),
    );
    await deriveAnew(inside, [id]);
    await inside.query(LOG, ["split", id, survivorId, by, reason]);
    return id;
  });
}
