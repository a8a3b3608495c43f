import type { IndexedCompany } from "#companies/directory-company";
import { type BuildOptions, buildDirectoryIndex } from "./build-index.ts";
import { changeIndex, type DirectoryChanges } from "./change-index.ts";
import { DirectoryIndex } from "./directory-index.ts";
import { embeddedRetriever } from "./embedded-retriever.ts";
import { embeddingText } from "./embedding-text.ts";
import { GrowingVectors, type SentenceSource } from "./growing-vectors.ts";
import type { Retriever } from "./retriever.ts";

export type { BuildOptions } from "./build-index.ts";
export type { DirectoryChanges } from "./change-index.ts";
export { INDEX_VERSION } from "./directory-index.ts";
export type { SentenceSource } from "./growing-vectors.ts";
export type { QuestionVector, Retriever, VectorCoverage } from "./retriever.ts";

/** What makes sentence vectors of the texts of changed companies, one unit vector each. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;

/** An index in memory. */
export interface LoadedIndex {
  retriever: Retriever;
  /** The companies that it has, by ascending id, each with the 16 bytes of its `recordDigest`. */
  contents: { ids: Float64Array; recordDigests: Uint8Array };
  /** Whether it has word vectors: one without had too few words, and may have enough now. */
  isTrained: boolean;
  /**
   * The index of a directory that has changed, as far as possible as if it were built anew, in a time that goes by what has changed.
   * This one stays as it is.
   * @param embed needed where the index was built with sentence vectors
   */
  changed(changes: DirectoryChanges, embed: EmbedTexts | null): Promise<LoadedIndex>;
}

/**
 * The index of a directory, as the content of a file that only `loadIndex` reads.
 * @throws EmbeddingsError, ProviderError, CostCapReachedError when the sentence model gives no vectors.
 */
export async function buildIndex(
  companies: Iterable<IndexedCompany> | AsyncIterable<IndexedCompany>,
  options: BuildOptions = {},
): Promise<Buffer> {
  return (await buildDirectoryIndex(companies, options)).toBuffer();
}

/**
 * Loads what `buildIndex` made. The file's bytes are used as they are and must not change.
 * @param sentences makes sentence vectors beside an index that was built without; it answers by words until they are there
 * @throws RangeError when it is no index of this version
 */
export async function loadIndex(file: Buffer, sentences: SentenceSource | null = null): Promise<LoadedIndex> {
  return loaded(DirectoryIndex.fromBuffer(file), sentences);
}

/** The same for questions alone, where the directory does not change. */
export async function openIndex(file: Buffer, sentences: SentenceSource | null = null): Promise<Retriever> {
  return (await loadIndex(file, sentences)).retriever;
}

function loaded(index: DirectoryIndex, source: SentenceSource | null): LoadedIndex {
  const { ids, recordDigests, sif, sentences } = index.parts;
  return {
    retriever: embeddedRetriever(index, source && new GrowingVectors(index, source)),
    contents: { ids, recordDigests },
    isTrained: sif !== null,
    async changed(changes, embed) {
      const vectors =
        sentences === null || embed === null
          ? null
          : await embed(changes.changed.map((company) => embeddingText(company)));
      const rows = sentences && vectors && asRows(vectors, sentences);
      return loaded(await changeIndex(index, changes, rows), source);
    },
  };
}

/** @throws RangeError where the model gives vectors of another length by now */
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
