import type { DirectoryCompany } from "#companies/directory-company";
import { type BuildOptions, buildDirectoryIndex } from "./build-index.ts";
import { DirectoryIndex } from "./directory-index.ts";
import { embeddedRetriever } from "./embedded-retriever.ts";
import { GrowingVectors, type SentenceSource } from "./growing-vectors.ts";
import type { Retriever } from "./retriever.ts";

export type { BuildOptions } from "./build-index.ts";
export { INDEX_VERSION } from "./directory-index.ts";
export type { SentenceSource } from "./growing-vectors.ts";
export type { QuestionVector, Retriever, VectorCoverage } from "./retriever.ts";

/**
 * The index of a directory, as the content of a file that only `openIndex` reads.
 * @throws EmbeddingsError, ProviderError, CostCapReachedError when the sentence model gives no vectors.
 */
export async function buildIndex(
  companies: Iterable<DirectoryCompany> | AsyncIterable<DirectoryCompany>,
  options: BuildOptions = {},
): Promise<Buffer> {
  return (await buildDirectoryIndex(companies, options)).toBuffer();
}

/**
 * Opens what `buildIndex` made for questions. The file's bytes are used as they are and must not change.
 * @param sentences makes sentence vectors beside an index that was built without; it answers by words until they are there
 * @throws RangeError when it is no index of this version
 */
export async function openIndex(file: Buffer, sentences: SentenceSource | null = null): Promise<Retriever> {
  const index = DirectoryIndex.fromBuffer(file);
  return embeddedRetriever(index, sentences && new GrowingVectors(index, sentences));
}
