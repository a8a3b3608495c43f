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

/** Number of blocks whose records are compared at a time; in between, the process serves others. */
const BLOCKS_AT_ONCE = 16;

/** The state of the directory in an index. */
export interface IndexedState {
  digest: string;
  /** The digests of its blocks, as returned by the database; null where unknown. */
  blocks: ReadonlyMap<number, string> | null;
}

/** The part of an index that describes its records. */
type KnownRecords = Pick<ThreadedIndex, "recordDigests" | "greatestId">;

/** The directory at one moment, compared with an index. */
export interface DirectoryNow {
  version: number;
  digest: string;
  blocks: ReadonlyMap<number, string>;
  /** What the index lacks; null where more than `most` companies differ, which were not read. */
  changes: DirectoryChanges | null;
}

/** Returns the blocks whose records may differ from the index. */
function differingBlocks(index: KnownRecords, state: IndexedState, now: DirectoryContents): number[] {
  if (state.digest === now.digest) return [];
  const before = state.blocks;
  const after = now.blocks;
  if (before !== null)
    return [...new Set([...before.keys(), ...after.keys()])].filter((block) => before.get(block) !== after.get(block));
  const last = Math.max(...after.keys(), Math.floor(index.greatestId / BLOCK_IDS));
  return Array.from({ length: last + 1 }, (_, block) => block);
}

/** Returns ids whose records are new or changed, and ids that are gone. Null where they are more than `most`. */
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
 * Compares the directory, at one moment of the database, with an index of an earlier state. Scans an index of the
 * companies' digests, and reads the companies that have changed.
 * @param state the state of the directory in the index
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
