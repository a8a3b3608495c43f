import type { IndexedCompany } from "#companies/directory-company";
import { type BuildOptions, buildIndexParts } from "./build-index.ts";
import { indexToBuffer } from "./index-content.ts";

export type { BuildOptions } from "./build-index.ts";
export type { DirectoryChanges } from "./change-index.ts";
export { openEngineRetriever } from "./engine/engine-retriever.ts";
export type { EngineSentences } from "./engine/engine-sentences.ts";
export { lexiconStore } from "./engine/lexicon-store.ts";
export { GenerationGoneError, openSearchCompanies } from "./engine/opensearch-engine.ts";
export { buildLexicon, StoredLexicon } from "./engine/stored-lexicon.ts";
export { wordVectors } from "./engine/word-vectors.ts";
export type { SentenceSource } from "./growing-vectors.ts";
export { INDEX_VERSION } from "./index-content.ts";
export { type EmbedTexts, type LoadedIndex, loadIndex, openIndex } from "./loaded-index.ts";
export type { QuestionVector, Retriever, VectorCoverage } from "./retriever.ts";
export { type IndexThread, startIndexThread, type ThreadedIndex } from "./thread/start-index-thread.ts";

/**
 * Builds the index of a directory, as the content of a file that only `loadIndex` reads.
 * @throws EmbeddingsError, ProviderError, CostCapReachedError when the sentence model returns no vectors
 */
export async function buildIndex(
  companies: Iterable<IndexedCompany> | AsyncIterable<IndexedCompany>,
  options: BuildOptions = {},
): Promise<Buffer> {
  return indexToBuffer(await buildIndexParts(companies, options));
}
