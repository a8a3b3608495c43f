import type { Queries } from "#foundation/db/database";
import type { DirectoryCompany, IndexedCompany } from "./directory-company.ts";
import { registrableDomain } from "./registrable-domain.ts";

/** Rows a page: 5,000 companies of the public directories are about 6 MB. */
const PAGE_SIZE = 5_000;

const FIELDS = `id, domain, name, description, keywords, industries, country, state, city, employees,
  revenue_usd AS "revenueUsd", certifications, founded, market_cap_band AS "marketCapBand"`;

/** SQL for the digest of a record. */
const RECORD_DIGEST = "md5(id || content_hash)";

/** Number of ids compared as one block. */
export const BLOCK_IDS = 1_024;

/** A version of the directory, which changes exactly when an import changes a company. */
export interface DirectoryState {
  /** 0 means that nothing was ever imported. */
  version: number;
  companies: number;
  updatedAt: Date | null;
}

export async function directoryState(db: Queries): Promise<DirectoryState> {
  const [row] = await db.query<{ version: number; companies: number; updatedAt: Date }>(
    `SELECT version, companies, updated_at AS "updatedAt" FROM directory_state WHERE id = 1`,
    [],
  );
  return row ?? { version: 0, companies: 0, updatedAt: null };
}

/** Returns the number that shows whether an index of the directory is out of date. */
export async function directoryVersion(db: Queries): Promise<number> {
  return (await directoryState(db)).version;
}

/** Number of companies, and of those whose records state a value. */
export interface StatedValues {
  companies: number;
  employees: number;
  revenue: number;
  founded: number;
  marketCap: number;
}

/** Counts the companies whose records state sizes and years. Reads the whole directory. */
export async function statedValues(db: Queries): Promise<StatedValues> {
  const [counts] = await db.query<StatedValues>(
    `SELECT count(*)::int AS companies, count(employees)::int AS employees, count(revenue_usd)::int AS revenue,
       count(founded)::int AS founded, count(market_cap_band)::int AS "marketCap" FROM companies`,
    [],
  );
  return counts ?? { companies: 0, employees: 0, revenue: 0, founded: 0, marketCap: 0 };
}

/** Returns the directory's version and its number of companies, including those found on the web. */
export async function directorySize(db: Queries): Promise<{ version: number; companies: number }> {
  const [size] = await db.query<{ version: number; companies: number }>(
    "SELECT (SELECT count(*)::int FROM companies) AS companies, coalesce((SELECT version FROM directory_state), 0) AS version",
    [],
  );
  return size ?? { version: 0, companies: 0 };
}

/**
 * Returns a digest of the directory's content: the same companies under the same ids. Reads all of them, which takes
 * seconds for a million.
 */
export async function directoryDigest(db: Queries): Promise<string> {
  const [row] = await db.query<{ digest: string }>(
    "SELECT md5(coalesce(string_agg(id || content_hash, ',' ORDER BY id), '')) AS digest FROM companies",
    [],
  );
  return row?.digest ?? "empty";
}

/**
 * Yields all companies by ascending id, in pages: memory holds one page, whatever the size of the directory. Pages are
 * separate statements, so later ones show an import that commits meanwhile. Where all pages must show one state,
 * compare `directoryVersion` before and after.
 */
export async function* readDirectory(db: Queries): AsyncGenerator<IndexedCompany> {
  for (let after = 0; ; ) {
    const page = await db.query<IndexedCompany>(
      `SELECT ${FIELDS}, ${RECORD_DIGEST} AS "recordDigest" FROM companies WHERE id > $1 ORDER BY id LIMIT ${PAGE_SIZE}`,
      [after],
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

/** The directory's content, as digests. */
export interface DirectoryContents {
  /** As returned by `directoryDigest`. */
  digest: string;
  /** A digest of each block of ids that has companies: the ids from `block * BLOCK_IDS` on. It changes with any of its records. */
  blocks: Map<number, string>;
}

/** Reads the digests in one pass over an index, whatever the size of the records. */
export async function directoryContents(db: Queries): Promise<DirectoryContents> {
  const [row] = await db.query<{ digest: string; blocks: Record<string, string> | null }>(
    `WITH b AS (
       SELECT id / ${BLOCK_IDS} AS block, string_agg(id || content_hash, ',' ORDER BY id) AS contents FROM companies GROUP BY 1
     )
     SELECT md5(coalesce(string_agg(contents, ',' ORDER BY block), '')) AS digest, json_object_agg(block, md5(contents)) AS blocks FROM b`,
    [],
  );
  const blocks = Object.entries(row?.blocks ?? {}).map(([block, digest]): [number, string] => [Number(block), digest]);
  return { digest: row?.digest ?? "empty", blocks: new Map(blocks) };
}

/** Returns the digests of the records in these blocks. */
export async function recordDigests(db: Queries, blocks: number[]): Promise<{ id: number; recordDigest: string }[]> {
  return db.query<{ id: number; recordDigest: string }>(
    `SELECT id, ${RECORD_DIGEST} AS "recordDigest"
     FROM unnest($1::int[]) AS b(block) JOIN companies ON id >= block * ${BLOCK_IDS} AND id < (block + 1) * ${BLOCK_IDS}`,
    [blocks],
  );
}

/** Returns the companies of these ids by ascending id, with the digests of their records. */
export async function indexedCompanies(db: Queries, ids: number[]): Promise<IndexedCompany[]> {
  return db.query<IndexedCompany>(
    `SELECT ${FIELDS}, ${RECORD_DIGEST} AS "recordDigest" FROM companies WHERE id = ANY($1) ORDER BY id`,
    [ids],
  );
}

/** Returns the companies of these ids in no order; leaves out unknown ids. One statement. */
export async function companiesByIds(db: Queries, ids: number[]): Promise<DirectoryCompany[]> {
  return db.query<DirectoryCompany>(`SELECT ${FIELDS} FROM companies WHERE id = ANY($1)`, [ids]);
}

/** Largest id: ids are PostgreSQL integers. */
const MAX_ID = 2_147_483_647;

/** A unique key of a company. */
export type CompanyKey = { id: number } | { domain: string };

/**
 * Returns the key that an identifier means: an id (a number, or digits), or a domain in any spelling, so that
 * `https://www.Vestas.com/en` is vestas.com. Null where no company can have it.
 */
export function companyKey(identifier: number | string): CompanyKey | null {
  const id = typeof identifier === "number" || /^\d{1,10}$/.test(identifier) ? Number(identifier) : null;
  if (id !== null) return Number.isInteger(id) && id >= 1 && id <= MAX_ID ? { id } : null;
  const domain = registrableDomain(String(identifier));
  return domain === null ? null : { domain };
}

/**
 * Returns the company that an identifier means (see `companyKey`), the survivor for a merged one. Null where the
 * directory has none.
 */
export async function findCompany(db: Queries, identifier: number | string): Promise<DirectoryCompany | null> {
  const key = companyKey(identifier);
  if (key === null) return null;
  const [company] =
    "id" in key
      ? await companiesByIds(db, [key.id])
      : await db.query<DirectoryCompany>(`SELECT ${FIELDS} FROM companies WHERE domain = $1`, [key.domain]);
  if (company !== undefined) return company;
  const survivor = await survivorOfKey(db, key);
  const [standIn] = survivor === null ? [] : await companiesByIds(db, [survivor.id]);
  return standIn ?? null;
}

/** Returns the key of the survivor of a merged company; null where no company with this key was merged. */
export async function survivorOfKey(db: Queries, key: CompanyKey): Promise<{ id: number } | null> {
  const [survivor] = await db.query<{ id: number }>(
    "SELECT survivor_id AS id FROM company_merges WHERE company_id::text = $1 OR domain = $1",
    [String("id" in key ? key.id : key.domain)],
  );
  return survivor ?? null;
}
