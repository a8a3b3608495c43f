import { join } from "node:path";
import type { Logger } from "pino";
import { directoryDigest, directoryVersion } from "#companies/directory";
import { CostCapReachedError } from "#costs/cost-cap";
import { payFor } from "#costs/paid-call";
import { PLATFORM_DIRECTORY } from "#costs/payer";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import type { EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { withVectorCache } from "#providers/embeddings/vector-cache";
import {
  type EmbedTexts,
  type IndexThread,
  type Retriever,
  type SentenceSource,
  startIndexThread,
  type ThreadedIndex,
} from "../retrieval/index.ts";
import { directoryNow, type IndexedState } from "./directory-changes.ts";
import { makeVectorsWhenIdle } from "./idle-vectors.ts";
import { type IndexFile, indexFiles } from "./index-files.ts";
import { type LocalSentences, localSentences } from "./local-sentences.ts";
import type { IndexProgress } from "./write-index.ts";

/** Retrieval over the directory's current state. */
export interface CurrentIndex {
  version: number;
  /** Digest of the directory's content. */
  digest: string;
  /**
   * Digest of the directory whose texts its word vectors were learned from; an earlier one, where little has changed
   * since. Where it has changed in several steps, the intermediate digests follow, each after a "+": new words got
   * their vectors step by step.
   */
  trainedOn: string;
  /** Name of the model that made its vectors. */
  embeddings: string;
  /** Makes the vectors of questions; null where the index has only word vectors. */
  sentenceModel: EmbeddingsProvider | null;
  retriever: Retriever;
}

export interface DirectoryIndexes {
  /**
   * Returns the current index, from memory or from the cache folder, updated by the companies that have changed. Builds
   * it now where there is none yet or too much has changed. Concurrent callers share one build.
   */
  current(onProgress?: IndexProgress): Promise<CurrentIndex>;
  /** Returns the version of the directory that questions are answered from; null before one is loaded. */
  loadedVersion(): number | null;
  /**
   * Ends the index's thread (also during a question), everything made beside it, and the processes of the sentence
   * model.
   */
  close(): Promise<void>;
}

export interface DirectoryIndexesDeps {
  db: Database;
  databaseUrl: string;
  embeddings: Config["embeddings"];
  /** The cache folder; an index is a file in it, named after the directory's content. */
  cacheDir: string;
  /** Whether vectors may be made: by an endpoint for an index outside the cache folder, or when idle; true by default. */
  mayAsk?: boolean;
  log: Logger;
}

/** Folder of vectors beside the indexes. */
export const VECTORS = "vectors";

/** Name for word vectors, which need no model. */
const EMBEDDED = "word2vec";

/** This machine has no index of this directory, and building one would need paid calls. */
export class IndexNotKeptError extends Error {
  constructor() {
    super("no index of this directory is kept here, and to build one an endpoint would have to be asked for vectors");
    this.name = "IndexNotKeptError";
  }
}

/** Maximum number of loads that a caller waits for. */
const MOST_LOADINGS = 3;

/** Share of an index that may change before a question waits for a new one: above it, the statistics of words no longer hold. */
const MOST_CHANGED = 0.25;
/** Share that may change before word vectors are learned again, in a process beside the questions. */
const RETRAINED_AFTER = 0.02;

/** An index in memory, with its source. */
interface Generation extends IndexedState {
  index: ThreadedIndex;
  vectors: Vectors;
  trainedOn: string;
  /** Number of companies that have changed since. */
  changed: number;
}

/** The vectors by which an index compares companies. */
interface Vectors {
  /** The model that made the vectors in the index's file. */
  file: string;
  settings: Config["embeddings"];
  /** Name of the model that makes the vectors of questions. */
  name: string;
  model: EmbeddingsProvider | null;
  /** Makes vectors beside the index. */
  source: SentenceSource | null;
  note: string | null;
}

/**
 * Keeps one worker's index of the directory up to date, in a separate thread, which the first question starts. It takes
 * the memory of the index (see `src/markets/retrieval`).
 */
export function createDirectoryIndexes(deps: DirectoryIndexesDeps): DirectoryIndexes {
  const { db, log, cacheDir, embeddings, databaseUrl, mayAsk = true } = deps;
  const listeners = new Set<IndexProgress>();
  const onProgress: IndexProgress = (step, fraction) => {
    for (const listener of listeners) listener(step, fraction);
  };
  let thread: IndexThread | undefined;
  let generation: Generation | undefined;
  let loaded: CurrentIndex | undefined;
  let loading: Promise<CurrentIndex> | undefined;

  const closing = new AbortController();
  let lastAsked = 0;
  let filling: Promise<void> = Promise.resolve();
  let retraining: Promise<void> | undefined;
  let local: Promise<LocalSentences> | undefined;

  /** Loads this machine's model once; after a failure, the next call tries again. */
  const triedModel = (): Promise<LocalSentences> => {
    local ??= localSentences(embeddings, db, join(cacheDir, VECTORS)).catch((error: unknown) => {
      local = undefined;
      throw error;
    });
    return local;
  };

  const withoutModel = (note: string | null): Vectors => ({
    file: EMBEDDED,
    settings: { ...embeddings, kind: EMBEDDED },
    name: EMBEDDED,
    model: null,
    source: null,
    note,
  });

  /** Chooses the vectors. A local model makes them beside an index that answers by words at once. */
  const chosenVectors = async (): Promise<Vectors> => {
    if (embeddings.kind !== "onnx") {
      const model = await createEmbeddings(embeddings);
      return model === null
        ? withoutModel(null)
        : { file: model.name, settings: embeddings, name: model.name, model, source: null, note: null };
    }
    const sentences = await triedModel();
    const { model, source, note } = sentences;
    if (note === null) return { ...withoutModel(null), name: model.name, model, source };
    log.warn({ reason: note }, "no sentence model: companies are compared by token vectors");
    return {
      ...withoutModel(`Without a sentence model, by words and token vectors. ${note}`),
      name: model.name,
      model,
      source,
    };
  };

  const build = async (vectors: Vectors): Promise<IndexFile> => {
    if (vectors.settings.kind === "endpoint" && !mayAsk) throw new IndexNotKeptError();
    const digest = await directoryDigest(db);
    const task = { db, databaseUrl, embeddings: vectors.settings };
    return indexFiles(cacheDir, vectors.file).build(digest, task, { onProgress, signal: closing.signal });
  };

  /** Starts the thread. What is lost with a thread is loaded from the cache folder for the next question. */
  const startThread = (): IndexThread =>
    startIndexThread((error) => {
      log.error({ err: error }, "the thread of the directory index has failed; another one takes its place");
      thread = undefined;
      generation = undefined;
      loaded = undefined;
    });

  /** Opens an index file; null where another process has removed it meanwhile. */
  const open = async ({ path, digest }: IndexFile, vectors: Vectors): Promise<Generation | null> => {
    closing.signal.throwIfAborted();
    thread ??= startThread();
    const index = await thread.open(path, vectors.source);
    return index && { index, vectors, trainedOn: digest, changed: 0, digest, blocks: null };
  };

  /** Makes this generation answer the next questions. */
  const become = (next: Generation) => {
    if (generation?.index !== next.index) generation?.index.release();
    generation = next;
  };

  /** Returns the cache folder's index nearest to the directory: its very index, or the last one that was built. */
  const nearestFile = async (vectors: Vectors): Promise<Generation | null> => {
    const files = indexFiles(cacheDir, vectors.file);
    const file = (await files.find(await directoryDigest(db))) ?? (await files.newest());
    return file && open(file, vectors);
  };

  /** Makes vectors of changed companies, where the index's vectors come from an endpoint. */
  const embedding = ({ settings, model }: Vectors): EmbedTexts | null => {
    if (settings.kind !== "endpoint" || model === null) return null;
    return (texts) => {
      if (texts.length > 0 && !mayAsk) throw new IndexNotKeptError();
      return withVectorCache(model, join(cacheDir, VECTORS)).embed(
        texts,
        payFor(db, PLATFORM_DIRECTORY, { retries: 3 }),
      );
    };
  };

  /** Returns the index with all changes since; null where they are too many. */
  const broughtUpToDate = async (from: Generation): Promise<[Generation, CurrentIndex] | null> => {
    const { index, vectors } = from;
    // An index with too little text to learn from may have enough by now, and is soon built.
    const most = index.isTrained ? index.companies * MOST_CHANGED - from.changed : 0;
    const { version, digest, blocks, changes } = await directoryNow(db, index, from, most);
    if (changes === null) return null;
    const count = changes.changed.length + changes.gone.length;
    const next: Generation =
      count === 0
        ? { ...from, digest, blocks }
        : {
            ...from,
            index: await index.changed(changes, embedding(vectors)),
            changed: from.changed + count,
            trainedOn: from.changed === 0 ? from.trainedOn : `${from.trainedOn}+${from.digest}`,
            digest,
            blocks,
          };
    const { retriever } = next.index;
    const { note, name, model } = vectors;
    const current: CurrentIndex = {
      version,
      digest,
      trainedOn: next.trainedOn,
      embeddings: name,
      sentenceModel: model,
      retriever: note === null ? retriever : { ...retriever, notes: [...retriever.notes, note] },
    };
    return [next, current];
  };

  /** Like `broughtUpToDate`, for an index that only its successor uses. */
  const broughtUpToDateOrReleased = async (from: Generation): Promise<[Generation, CurrentIndex] | null> => {
    const found = await broughtUpToDate(from);
    if (found?.[0].index !== from.index) from.index.release();
    return found;
  };

  const loadWith = async (vectors: Vectors): Promise<CurrentIndex> => {
    const started = Date.now();
    const hasSame = generation?.vectors.name === vectors.name && generation.vectors.file === vectors.file;
    let found = generation && hasSame ? await broughtUpToDate(generation) : null;
    if (found === null) {
      const kept = await nearestFile(vectors);
      found = kept && (await broughtUpToDateOrReleased(kept));
    }
    const wasBuilt = found === null;
    // An import may commit while the index is built, but then it changes little.
    for (let attempt = 1; found === null; attempt++) {
      if (attempt > MOST_LOADINGS) throw new Error("the directory changes faster than its index can be built");
      const built = await open(await build(vectors), vectors);
      found = built && (await broughtUpToDateOrReleased(built));
    }
    const [next, current] = found;
    become(next);
    const { version } = current;
    log.info({ version, wasBuilt, changed: next.changed, tookMs: Date.now() - started }, "directory index ready");
    return current;
  };

  /** Builds the first index while this machine's model is loaded. */
  const firstFile = async () => {
    const vectors = withoutModel(null);
    if (generation === undefined && (await indexFiles(cacheDir, vectors.file).newest()) === null) await build(vectors);
  };

  const load = async (): Promise<CurrentIndex> => {
    const [vectors] = await Promise.all([chosenVectors(), embeddings.kind === "onnx" ? firstFile() : null]);
    try {
      return await loadWith(vectors);
    } catch (error) {
      if (!(error instanceof CostCapReachedError)) throw error;
      log.warn({ err: error }, "the directory's vectors are not paid for: the index is built without the endpoint");
      return loadWith(withoutModel(null));
    }
  };

  /** Loads once for all concurrent callers. */
  const loadOnce = (): Promise<CurrentIndex> => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  const take = (latest: CurrentIndex) => {
    if (loaded === latest) return;
    loaded = latest;
    fill(latest);
    retrain();
  };

  /** Makes vectors for an index that was just loaded. */
  const fill = (current: CurrentIndex) => {
    if (!mayAsk || embeddings.kind !== "onnx") return;
    filling = filling.then(() =>
      makeVectorsWhenIdle(current.retriever, {
        isCurrent: () => loaded === current,
        lastAsked: () => lastAsked,
        log,
        signal: closing.signal,
      }),
    );
  };

  /** Learns word vectors again once much has changed. Meanwhile the present index answers. */
  const retrain = () => {
    if (!mayAsk || generation === undefined || retraining !== undefined) return;
    const { index, changed, vectors } = generation;
    if (changed <= index.companies * RETRAINED_AFTER) return;
    retraining = directoryDigest(db)
      .then(async (digest) => {
        // Another worker may have been faster.
        const file = (await indexFiles(cacheDir, vectors.file).find(digest)) ?? (await build(vectors));
        // Loaded now, so that the next question finds it.
        const opened = await open(file, vectors);
        if (opened !== null) become(opened);
        const latest = await loadOnce();
        retraining = undefined;
        take(latest);
      })
      .catch((error: unknown) => {
        retraining = undefined;
        if (!closing.signal.aborted)
          log.warn({ err: error }, "the directory index was not built anew; the one before answers");
      });
  };

  return {
    loadedVersion: () => loaded?.version ?? null,
    async close() {
      closing.abort();
      const sentences = await local?.catch(() => null);
      sentences?.stop();
      await thread?.stop();
      await Promise.all([filling, retraining]);
    },
    async current(onProgress) {
      lastAsked = Date.now();
      if (onProgress) listeners.add(onProgress);
      try {
        for (let attempt = 1; ; attempt++) {
          const version = await directoryVersion(db);
          if (loaded?.version === version) return loaded;
          take(await loadOnce());
          // A load under way may be of an older directory. The number of repeats is bounded, in case imports never end.
          if (loaded !== undefined && (loaded.version >= version || attempt === MOST_LOADINGS)) return loaded;
        }
      } finally {
        if (onProgress) listeners.delete(onProgress);
      }
    },
  };
}
