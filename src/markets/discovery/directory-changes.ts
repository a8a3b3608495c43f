import { createHash } from "node:crypto";
import {
  BLOCK_IDS,
  blockDigests,
  directoryDigest,
  directoryVersion,
  indexedCompanies,
  recordDigests,
} from "#companies/directory";
import type { Database, Queries } from "#foundation/db/database";
import { transaction } from "#foundation/db/transaction";
import type { DirectoryChanges, LoadedIndex } from "../retrieval/index.ts";

const DIGEST_BYTES = 16;

/** The directory at one moment, as an index sees it. */
export interface DirectoryNow {
  version: number;
  digest: string;
  /** What the index does not have yet; null: more than `most` companies, which were not read. */
  changes: DirectoryChanges | null;
}

type Contents = LoadedIndex["contents"];

const digestAt = ({ recordDigests: all }: Contents, row: number): string =>
  Buffer.from(all.buffer, all.byteOffset + row * DIGEST_BYTES, DIGEST_BYTES).toString("hex");

/** The first and the last row of each block, with the digest of its records; see `blockDigests`. */
function blocksOf(contents: Contents): Map<number, { digest: string; from: number; to: number }> {
  const { ids } = contents;
  const blocks = new Map<number, { digest: string; from: number; to: number }>();
  for (let from = 0, to = 0; from < ids.length; from = to) {
    const block = Math.floor((ids[from] as number) / BLOCK_IDS);
    const hash = createHash("md5");
    for (; to < ids.length && Math.floor((ids[to] as number) / BLOCK_IDS) === block; to++)
      hash.update(digestAt(contents, to));
    blocks.set(block, { digest: hash.digest("hex"), from, to });
  }
  return blocks;
}

/** Ids whose records are new or others than in the index, and those that are gone. Records are compared in blocks that differ. */
async function differences(inside: Queries, contents: Contents): Promise<{ changed: number[]; gone: number[] }> {
  const known = blocksOf(contents);
  const now = await blockDigests(inside);
  const differing = now.filter(({ block, digest }) => known.get(block)?.digest !== digest).map(({ block }) => block);
  const present = new Set(now.map(({ block }) => block));
  const before = new Map<number, string>();
  for (const [block, { from, to }] of known)
    if (!present.has(block) || differing.includes(block))
      for (let row = from; row < to; row++) before.set(contents.ids[row] as number, digestAt(contents, row));
  const changed: number[] = [];
  for (const { id, recordDigest } of await recordDigests(inside, differing)) {
    if (before.get(id) !== recordDigest) changed.push(id);
    before.delete(id);
  }
  return { changed, gone: [...before.keys()] };
}

/**
 * Compares the directory with an index of an earlier state of it, at one moment of the database. It takes a scan of the companies'
 * digests, and reads the companies that have changed.
 * @param most how many companies may have changed
 */
export async function directoryNow(
  db: Pick<Database, "pool">,
  contents: Contents,
  most: number,
): Promise<DirectoryNow> {
  return transaction(
    db,
    async (inside) => {
      const version = await directoryVersion(inside);
      const digest = await directoryDigest(inside);
      const { changed, gone } = await differences(inside, contents);
      if (changed.length + gone.length > most) return { version, digest, changes: null };
      const companies = changed.length === 0 ? [] : await indexedCompanies(inside, changed);
      return { version, digest, changes: { changed: companies, gone } };
    },
    { isSnapshot: true },
  );
}
