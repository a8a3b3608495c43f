import {
  BLOCK_IDS,
  type DirectoryContents,
  directoryContents,
  directoryVersion,
  indexedCompanies,
  recordDigests,
} from "#companies/directory";
import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { DirectoryChanges, ThreadedIndex } from "../retrieval/index.ts";

/** Blocks whose records are compared at a time; between them the process answers others. */
const BLOCKS_AT_ONCE = 16;

/** The state of the directory that an index has. */
export interface IndexedState {
  digest: string;
  /** The digests of its blocks, as the database told them; null: not known. */
  blocks: ReadonlyMap<number, string> | null;
}

/** What an index tells of the records that it has. */
type KnownRecords = Pick<ThreadedIndex, "recordDigests" | "greatestId">;

/** The directory at one moment, as an index sees it. */
export interface DirectoryNow {
  version: number;
  digest: string;
  blocks: ReadonlyMap<number, string>;
  /** What the index does not have yet; null: more than `most` companies, which were not read. */
  changes: DirectoryChanges | null;
}

/** The blocks whose records may be others than those of the index. */
function differingBlocks(index: KnownRecords, state: IndexedState, now: DirectoryContents): number[] {
  if (state.digest === now.digest) return [];
  const before = state.blocks;
  const after = now.blocks;
  if (before !== null)
    return [...new Set([...before.keys(), ...after.keys()])].filter((block) => before.get(block) !== after.get(block));
  const last = Math.max(...after.keys(), Math.floor(index.greatestId / BLOCK_IDS));
  return Array.from({ length: last + 1 }, (_, block) => block);
}

/** Ids whose records are new or others than in the index, and those that are gone. Null: they are more than `most`. */
async function differences(
  inside: Queries,
  index: KnownRecords,
  blocks: readonly number[],
  most: number,
): Promise<{ changed: number[]; gone: number[] } | null> {
  const changed: number[] = [];
  const gone: number[] = [];
  for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
    const some = blocks.slice(at, at + BLOCKS_AT_ONCE);
    const known = some.map((block) => index.recordDigests(block * BLOCK_IDS, (block + 1) * BLOCK_IDS));
    const before = new Map((await Promise.all(known)).flat());
    for (const { id, recordDigest } of await recordDigests(inside, some)) {
      if (before.get(id) !== recordDigest) changed.push(id);
      before.delete(id);
    }
    gone.push(...before.keys());
    if (changed.length + gone.length > most) return null;
  }
  return { changed, gone };
}

/**
 * Compares the directory with an index of an earlier state of it, at one moment of the database. It takes a scan of an index of the
 * companies' digests, and reads the companies that have changed.
 * @param state of the directory, which the index has
 * @param most how many companies may have changed
 */
export async function directoryNow(
  db: Pick<Database, "pool">,
  index: KnownRecords,
  state: IndexedState,
  most: number,
): Promise<DirectoryNow> {
  return transaction(
    db,
    async (inside) => {
      const version = await directoryVersion(inside);
      const now = await directoryContents(inside);
      const found = await differences(inside, index, differingBlocks(index, state, now), most);
      if (found === null) return { version, ...now, changes: null };
      const changed = found.changed.length === 0 ? [] : await indexedCompanies(inside, found.changed);
      return { version, ...now, changes: { changed, gone: found.gone } };
    },
    { isSnapshot: true },
  );
}
