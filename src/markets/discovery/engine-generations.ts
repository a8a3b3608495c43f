import { join } from "node:path";
import { errors } from "@opensearch-project/opensearch";
import { embeddingText } from "#companies/analysis/embedding-text";
import { companiesByIds } from "#companies/directory";
import type { CompanyVectors } from "#companies/engine/company-document";
import { askEngine } from "#companies/engine/engine-client";
import type { IndexMeta, IndexVectors } from "#companies/engine/index-mapping";
import type { SearchEngine, VectorMaker } from "#companies/engine/search-engine";
import { IndexGoneError } from "#companies/engine/write-companies";
import { payFor } from "#costs/paid-call";
import { PLATFORM_DIRECTORY } from "#costs/payer";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { ConflictError } from "#foundation/errors/index";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import { lexiconStore, type SentenceSource, StoredLexicon, wordVectors } from "../retrieval/index.ts";
import { VECTORS } from "./directory-indexes.ts";
import { type LocalSentences, localSentences } from "./local-sentences.ts";
import { makeLexicon } from "./make-lexicon.ts";

/**
 * Number of changed companies that get their sentence vectors at once, in some tenths of a second. Those of larger
 * imports wait until a worker is idle.
 */
const AT_ONCE = 32;

/** What compares companies beyond words. */
export interface SentenceModel {
  /** Its name in manifests. */
  name: string;
  /** Makes the vectors of questions; null, like the source, where there are only word vectors. */
  model: EmbeddingsProvider | null;
  source: SentenceSource | null;
  /** Why it is not the configured model, for people; null where it is. */
  note: string | null;
}

/** An index in the search engine, with what its companies were analysed by. */
export interface Generation {
  index: string;
  meta: IndexMeta;
  lexicon: StoredLexicon;
}

export interface EngineGenerations extends VectorMaker {
  /** Opens what an index was made with. @throws IndexGoneError where the engine does not have it */
  open(index: string): Promise<Generation>;
  /** Loads the model once; after a failure, the next call tries again. */
  sentenceModel(): Promise<SentenceModel>;
  close(): Promise<void>;
}

export interface EngineGenerationsDeps {
  db: Database;
  databaseUrl: string;
  engine: Pick<SearchEngine, "client" | "config">;
  embeddings: Config["embeddings"];
  /** Folder for files that can be made again. */
  cacheDir: string;
}

const WORDS_ALONE: SentenceModel = { name: "word2vec", model: null, source: null, note: null };

/** Opens the indexes of the search engine for discovery, and makes the vectors of what is written to them. */
export function createEngineGenerations(deps: EngineGenerationsDeps): EngineGenerations {
  const { db, databaseUrl, engine, embeddings, cacheDir } = deps;
  const store = lexiconStore(engine.client, engine.config.prefix);
  const closing = new AbortController();
  const lexicons = new Map<string, Promise<StoredLexicon>>();
  let local: Promise<LocalSentences> | undefined;
  let endpoint: Promise<SentenceModel> | undefined;

  return {
    async open(index) {
      const meta = await metaOf(index);
      return { index, meta, lexicon: await lexiconOf(meta) };
    },
    sentenceModel,
    async prepare() {
      const content = await makeLexicon({ db, databaseUrl, cacheDir, signal: closing.signal });
      const { sif } = StoredLexicon.of(content);
      const lexicon = await store.write(content);
      const { source } = await sentenceModel();
      const [sample] = source === null ? [] : await source.embed(["a text to measure"], "waited for");
      const vectors: IndexVectors = {
        ...(sif === null ? {} : { words: { model: lexicon, dimensions: sif.dimensions } }),
        ...(source === null || sample === undefined
          ? {}
          : { sentences: { model: source.model, dimensions: sample.length } }),
      };
      return { vectors, lexicon };
    },
    async vectorsOf(index, companies): Promise<CompanyVectors> {
      const { meta, lexicon } = await this.open(index);
      const words = meta.vectors.words === undefined ? {} : { words: wordVectors(lexicon, companies) };
      const { source } = meta.vectors.sentences === undefined ? WORDS_ALONE : await sentenceModel();
      if (source?.model !== meta.vectors.sentences?.model || companies.length > AT_ONCE) return words;
      return { ...words, sentences: (await source?.embed(companies.map(embeddingText), "waited for")) ?? [] };
    },
    async keepOnly(indexes) {
      const kept = await Promise.all(indexes.map(metaOf));
      await store.keepOnly(kept.flatMap(({ lexicon }) => lexicon ?? []));
    },
    async close() {
      closing.abort();
      (await local?.catch(() => null))?.stop();
    },
  };

  async function metaOf(index: string): Promise<IndexMeta> {
    try {
      const { body } = await askEngine(() => engine.client.indices.getMapping({ index }));
      return body[index]?.mappings?._meta as unknown as IndexMeta;
    } catch (error) {
      if (error instanceof errors.ResponseError && error.statusCode === 404) throw new IndexGoneError(index);
      throw error;
    }
  }

  /** Cached, because a lexicon never changes, and few belong to indexes that are gone. */
  async function lexiconOf({ lexicon: version }: IndexMeta): Promise<StoredLexicon> {
    if (version === null)
      throw new ConflictError("the index in the search engine supports only company search; rebuild it for discovery");
    const known = lexicons.get(version) ?? stored(version);
    lexicons.set(version, known);
    known.catch(() => lexicons.delete(version));
    return known;
  }

  async function stored(version: string): Promise<StoredLexicon> {
    const lexicon = await store.read(version);
    if (lexicon === null) throw new Error(`the search engine does not have the lexicon ${version} any more`);
    return lexicon;
  }

  async function sentenceModel(): Promise<SentenceModel> {
    if (embeddings.kind === "onnx") {
      local ??= localSentences(embeddings, db, join(cacheDir, VECTORS)).catch((error: unknown) => {
        local = undefined;
        throw error;
      });
      const { model, source, note } = await local;
      return { name: model.name, model, source, note };
    }
    endpoint ??= ofEndpoint();
    return endpoint;
  }

  async function ofEndpoint(): Promise<SentenceModel> {
    const model = await createEmbeddings(embeddings);
    if (model === null) return WORDS_ALONE;
    const kept = withVectorCache(model, join(cacheDir, VECTORS));
    const pay = payFor(db, PLATFORM_DIRECTORY, { retries: 3 });
    const source: SentenceSource = {
      model: model.name,
      folder: join(cacheDir, VECTORS),
      embed: (texts) => kept.embed(texts, pay),
      companies: (ids) => companiesByIds(db, ids),
      compare: null,
    };
    return { name: model.name, model, source, note: null };
  }
}
