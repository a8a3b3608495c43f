import { embeddingText } from "#companies/analysis/embedding-text";
import { changeIndex, type DirectoryChanges } from "./change-index.ts";
import { DirectoryIndex, firstFrom, placeOf } from "./directory-index.ts";
import { embeddedRetriever } from "./embedded-retriever.ts";
import { GrowingVectors, type SentenceSource } from "./growing-vectors.ts";
import { indexFromBuffer } from "./index-content.ts";
import type { Retriever } from "./retriever.ts";

/** Makes one unit sentence vector for each text of the changed companies. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;

/** An index in memory. */
export interface LoadedIndex {
  retriever: Retriever;
  /** Number of companies in the index. */
  companies: number;
  /** 0 where it has no company. */
  greatestId: number;
  /**
   * Returns the companies whose ids are at least `from` and below `to`, by ascending id, each with its `recordDigest`.
   */
  recordDigests(from: number, to: number): Promise<[id: number, digest: string][]>;
  /** Whether it has word vectors. A directory that had too few words may have enough now. */
  isTrained: boolean;
  /**
   * Returns an index of the changed directory, nearly equal to a new build. The time depends on the changes since the
   * build. This index stays as it is.
   * @param embed needed where the index was built with sentence vectors
   */
  changed(changes: DirectoryChanges, embed: EmbedTexts | null): Promise<LoadedIndex>;
}

/**
 * Loads the result of `buildIndex`. It uses the file's bytes directly, so they must not change.
 * @param sentences makes sentence vectors beside an index that was built without them. The index answers by words until
 * they exist.
 * @throws RangeError when the file is not an index of this version
 */
export async function loadIndex(file: Buffer, sentences: SentenceSource | null = null): Promise<LoadedIndex> {
  const index = new DirectoryIndex(indexFromBuffer(file));
  return loaded(index, sentences && GrowingVectors.of(index, sentences));
}

/** Loads an index of a directory that does not change, and returns only its retriever. */
export async function openIndex(file: Buffer, sentences: SentenceSource | null = null): Promise<Retriever> {
  return (await loadIndex(file, sentences)).retriever;
}

function loaded(index: DirectoryIndex, growing: GrowingVectors | null): LoadedIndex {
  const { sentences } = index.base;
  return {
    retriever: embeddedRetriever(index, growing),
    companies: index.companies,
    greatestId: Math.max(0, ...index.blocks.map(({ parts: { ids } }) => ids.at(-1) ?? 0)),
    recordDigests: async (from, to) => recordDigestsOf(index, from, to),
    isTrained: index.sif !== null,
    async changed(changes, embed) {
      const vectors =
        sentences === null || embed === null
          ? null
          : await embed(changes.changed.map((company) => embeddingText(company)));
      const rows = sentences && vectors && asRows(vectors, sentences);
      const next = await changeIndex(index, changes, rows);
      return loaded(next, growing?.for(next) ?? null);
    },
  };
}

const DIGEST_BYTES = 16;

/** Returns the ids in the range with the digests of their records, by ascending id. */
function recordDigestsOf({ blocks, recent }: DirectoryIndex, from: number, to: number): [id: number, digest: string][] {
  const found: [number, string][] = [];
  for (const { parts, first } of blocks) {
    const { ids, recordDigests } = parts;
    const bytes = Buffer.from(recordDigests.buffer, recordDigests.byteOffset, recordDigests.byteLength);
    const isBase = first === 0;
    for (let row = firstFrom(ids, from); row < ids.length && (ids[row] as number) < to; row++)
      if (!(isBase && recent && placeOf(recent.gone, row) >= 0))
        found.push([ids[row] as number, bytes.toString("hex", row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES)]);
  }
  return found.sort(([a], [b]) => a - b);
}

/** @throws RangeError when the model now returns vectors of another length */
function asRows(vectors: Float32Array[], { name, dimensions }: { name: string; dimensions: number }): Float32Array {
  const rows = new Float32Array(vectors.length * dimensions);
  for (const [i, vector] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new RangeError(
        `${name} gives vectors of ${vector.length} numbers now; the index was built with ${dimensions}`,
      );
    rows.set(vector, i * dimensions);
  }
  return rows;
}
