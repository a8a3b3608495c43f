import type { Logger } from "pino";
import type { Database, Queries } from "#foundation/db/database";
import { type CompanyDocument, companyDocuments, withVectors } from "./company-document.ts";
import { readSnapshot } from "./company-snapshot.ts";
import { type RegisteredIndex, registeredIndexes } from "./registered-indexes.ts";
import type { SearchEngine } from "./search-engine.ts";
import { type CompanyStates, IndexGoneError, writeCompanies } from "./write-companies.ts";

/** The channel that announces changes. */
export const CHANGES_CHANNEL = "company_changes";

/** Number of changes applied at once: a bulk of some megabytes. */
const BATCH = 1_000;

/** The companies of one snapshot. */
export interface ReadStates {
  version: number;
  readAt: number;
  found: CompanyDocument[];
  gone: number[];
}

/** @param inside the snapshot of that version */
export async function readStates(inside: Queries, version: number, ids: readonly number[]): Promise<ReadStates> {
  const readAt = Date.now();
  const found = await companyDocuments(inside, ids);
  const known = new Set(found.map(({ company }) => company.id));
  return { version, readAt, found, gone: ids.filter((id) => !known.has(id)) };
}

/** Adds the vectors of the companies. They are made outside the snapshot, because they take longer. */
export async function withMadeVectors(
  { vectors }: Pick<SearchEngine, "vectors">,
  index: string,
  { found, ...states }: ReadStates,
): Promise<CompanyStates> {
  const made =
    vectors === null
      ? {}
      : await vectors.vectorsOf(
          index,
          found.map(({ company }) => company),
        );
  return { ...states, documents: withVectors(found, made) };
}

interface Batch {
  rows: { id: string; companyId: number }[];
  states: ReadStates;
  indexes: RegisteredIndex[];
}

/** Reads the first changes after `after`, with the companies' present records. All come from one snapshot. */
async function readBatch(db: Pick<Database, "pool">, after: string): Promise<Batch> {
  return readSnapshot(db, async (inside, version) => {
    const rows = await inside.query<{ id: string; companyId: number }>(
      `SELECT id::text, company_id AS "companyId" FROM company_changes WHERE id > $1::bigint ORDER BY company_changes.id LIMIT ${BATCH}`,
      [after],
    );
    const ids = [...new Set(rows.map(({ companyId }) => companyId))].sort((a, b) => a - b);
    return { rows, states: await readStates(inside, version, ids), indexes: await registeredIndexes(inside) };
  });
}

export interface AppliedChanges {
  /** Number of changes that are now in all indexes. */
  applied: number;
  /** Companies that the engine refused, with its reasons. Their old documents stay. */
  refused: Map<number, string>;
  /** The last change that was read; null without any. */
  last: string | null;
}

/**
 * Applies noted changes to all registered indexes, and removes the notes. The transaction that makes a change also
 * notes it. A note is removed by its own number, after a snapshot that saw the change, so that a late commit is never
 * skipped. Several processes may do this at once.
 * @param after the change to continue after; by default all changes are applied
 * @throws ServiceUnavailableError when the engine is unavailable; the changes stay
 */
export async function applyChanges(
  db: Pick<Database, "pool" | "query">,
  engine: SearchEngine,
  after = "0",
): Promise<AppliedChanges> {
  const { rows, states: read, indexes } = await readBatch(db, after);
  const refused: AppliedChanges["refused"] = new Map();
  for (const { name } of indexes) {
    try {
      const states = await withMadeVectors(engine, name, read);
      for (const [id, reason] of await writeCompanies(engine, name, states)) refused.set(id, reason);
    } catch (error) {
      // A rebuild may have removed the index meanwhile.
      const isGone = error instanceof IndexGoneError && !(await isRegistered(db, name));
      if (!isGone) throw error;
    }
  }
  const done = rows.filter(({ companyId }) => !refused.has(companyId)).map(({ id }) => id);
  if (done.length > 0) await db.query("DELETE FROM company_changes WHERE id = ANY($1::bigint[])", [done]);
  return { applied: done.length, refused, last: rows.at(-1)?.id ?? null };
}

const isRegistered = async (db: Queries, name: string) =>
  (await registeredIndexes(db)).some((index) => index.name === name);

/** Applies all noted changes. @returns the number applied, and the refused companies */
export async function applyAllChanges(
  db: Pick<Database, "pool" | "query">,
  engine: SearchEngine,
  { signal, log }: { signal?: AbortSignal; log?: Pick<Logger, "error"> } = {},
): Promise<{ applied: number; refused: Map<number, string> }> {
  const total = { applied: 0, refused: new Map<number, string>() };
  for (let after: string | null = "0"; after !== null; ) {
    signal?.throwIfAborted();
    const { applied, refused, last } = await applyChanges(db, engine, after);
    total.applied += applied;
    for (const [id, reason] of refused) {
      total.refused.set(id, reason);
      log?.error({ companyId: id, reason }, "the search engine refused a company, which is found as it was before");
    }
    after = last;
  }
  return total;
}

/** Returns the greatest number of the noted changes; null without any. */
export async function lastChange(db: Queries): Promise<string | null> {
  const [row] = await db.query<{ last: string | null }>("SELECT max(id)::text AS last FROM company_changes");
  return row?.last ?? null;
}

/** Whether all changes up to this one are in the indexes. */
export async function isApplied(db: Queries, change: string): Promise<boolean> {
  const [row] = await db.query<{ waits: boolean }>(
    "SELECT EXISTS (SELECT FROM company_changes WHERE id <= $1::bigint) AS waits",
    [change],
  );
  return row?.waits === false;
}
