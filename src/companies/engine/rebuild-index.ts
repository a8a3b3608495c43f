import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "@opensearch-project/opensearch";
import type { Database } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { applyAllChanges, isApplied, lastChange, readStates, withMadeVectors } from "./apply-changes.ts";
import { readSnapshot } from "./company-snapshot.ts";
import { askEngine } from "./engine-client.ts";
import { indexBody } from "./index-mapping.ts";
import { liveAlias, writeAlias } from "./index-names.ts";
import { makeLive, type RegisteredIndex, registeredIndexes, registerIndex } from "./registered-indexes.ts";
import type { SearchEngine } from "./search-engine.ts";
import { writeCompanies } from "./write-companies.ts";

/** Number of ids in a range. One child workflow writes a range, in about a minute. */
const RANGE_IDS = 50_000;
/** Number of companies read and written at once: a bulk of some megabytes. */
const PAGE = 1_000;
/** Interval in ms between two checks whether the changes are applied. */
const POLL_MS = 500;

/** Companies with ids from `from` to `to`, both included. */
export interface IdRange {
  from: number;
  to: number;
}

export interface BegunRebuild {
  index: RegisteredIndex;
  /** Ranges of the present ids. Later companies are noted as changes. */
  ranges: IdRange[];
}

type Db = Pick<Database, "pool" | "query">;

const isMissing = (error: unknown) => error instanceof errors.ResponseError && error.statusCode === 404;
const isThere = (error: unknown) =>
  error instanceof errors.ResponseError && error.body?.error?.type === "resource_already_exists_exception";

/** Deletes an index if it exists. */
async function deleteIndex({ client }: SearchEngine, index: string): Promise<void> {
  try {
    await askEngine(() => client.indices.delete({ index }));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Registers and creates a new index beside the live one. A repeated call of the same run returns the same index. @param
 * startedBy identifies the run
 */
export async function beginRebuild(db: Db, engine: SearchEngine, startedBy: string): Promise<BegunRebuild> {
  // This must precede the registration, because changes are written to all registered indexes.
  const made = await engine.vectors?.prepare();
  const { index, givenUp } = await registerIndex(db, engine.config.prefix, startedBy);
  for (const name of givenUp) await deleteIndex(engine, name);
  const body = indexBody(engine.config, made);
  // The index is not searched before it is complete.
  Object.assign(body.settings?.index ?? {}, { refresh_interval: "-1", number_of_replicas: 0 });
  try {
    const aliases = { [writeAlias(index.name)]: {} };
    await askEngine(() => engine.client.indices.create({ index: index.name, body: { ...body, aliases } }));
  } catch (error) {
    if (!isThere(error)) throw error;
  }
  const [ids] = await db.query<{ last: number }>("SELECT coalesce(max(id), 0) AS last FROM companies");
  const ranges: IdRange[] = [];
  for (let from = 1; from <= (ids?.last ?? 0); from += RANGE_IDS) ranges.push({ from, to: from + RANGE_IDS - 1 });
  return { index, ranges };
}

/**
 * Writes the companies of a range to an index that is being built.
 * @param after the last id that an earlier attempt wrote
 * @param onPage called with the last id written
 * @throws ConflictError when the index is no longer registered, or the engine refuses a company
 */
export async function indexRange(
  db: Db,
  engine: SearchEngine,
  { index, range, after }: { index: string; range: IdRange; after?: number | undefined },
  { signal, onPage }: { signal: AbortSignal; onPage: (after: number) => void },
): Promise<number> {
  let written = 0;
  for (let last = after ?? range.from - 1; ; ) {
    signal.throwIfAborted();
    const page = await readSnapshot(db, async (inside, version) => {
      const rows = await inside.query<{ id: number }>(
        `SELECT id FROM companies WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${PAGE}`,
        [last, range.to],
      );
      const registered = (await registeredIndexes(inside)).some(({ name }) => name === index);
      const ids = rows.map(({ id }) => id);
      return { ids, registered, states: await readStates(inside, version, ids) };
    });
    if (!page.registered) throw new ConflictError("another rebuild has replaced this one");
    const refused = await writeCompanies(engine, index, await withMadeVectors(engine, index, page.states));
    const [first] = refused;
    if (first !== undefined) throw new ConflictError(`the search engine rejected company ${first[0]}: ${first[1]}`);
    written += page.ids.length;
    last = page.ids.at(-1) ?? last;
    onPage(last);
    if (page.ids.length < PAGE) return written;
  }
}

/** Applies all noted changes, or waits for another process that does. */
async function catchUp(db: Db, engine: SearchEngine, signal: AbortSignal): Promise<void> {
  const change = await lastChange(db);
  if (change === null) return;
  const { refused } = await applyAllChanges(db, engine, { signal });
  const [first] = refused;
  if (first !== undefined) throw new ConflictError(`the search engine rejected company ${first[0]}: ${first[1]}`);
  while (!(await isApplied(db, change))) await sleep(POLL_MS, undefined, { signal });
}

/**
 * Brings the new index up to date and directs all searches to it. A repeated call changes nothing. @returns its number
 * of companies
 */
export async function finishRebuild(db: Db, engine: SearchEngine, index: string, signal: AbortSignal): Promise<number> {
  const { client, config } = engine;
  await catchUp(db, engine, signal);
  const registered = await registeredIndexes(db);
  const made = registered.find(({ name }) => name === index);
  if (made === undefined) throw new ConflictError("another rebuild has replaced this one");
  await askEngine(() =>
    client.indices.putSettings({
      index,
      body: { index: { refresh_interval: null, number_of_replicas: config.replicas } } as Record<string, unknown>,
    }),
  );
  await askEngine(() => client.indices.refresh({ index }));
  const alias = liveAlias(config.prefix);
  const actions = [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index, alias } }];
  await askEngine(() => client.indices.updateAliases({ body: { actions } }));
  for (const old of await makeLive(db, made.generation)) await deleteIndex(engine, old);
  await engine.vectors?.keepOnly([index]);
  const { body } = await askEngine(() => client.count({ index }));
  return body.count;
}
