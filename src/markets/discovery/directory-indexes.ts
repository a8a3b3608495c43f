import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { directoryDigest, directorySize, directoryVersion } from "#companies/directory";
import { CostCapReachedError } from "#costs/cost-cap";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { DatabaseUnavailableError } from "#foundation/db/database-unavailable";
import { forkModule } from "#foundation/forked-module";
import { createEmbeddings } from "#providers/embeddings/create-embeddings";
import { EmbeddingsError, type EmbeddingsProvider } from "#providers/embeddings/embeddings-provider";
import { ProviderError } from "#providers/provider-error";
import { INDEX_VERSION, openIndex, type Retriever } from "../retrieval/index.ts";
import { makeVectorsWhenIdle } from "./idle-vectors.ts";
import {
  DATABASE_AWAY,
  type IndexProgressMessage,
  type IndexTask,
  NOT_PAID_FOR,
  NOT_WORTH_A_RETRY,
  PROVIDER_AWAY,
} from "./index-task.ts";
import { type LocalSentences, localSentences } from "./local-sentences.ts";
import { writeIndex } from "./write-index.ts";

/** Retrieval over the directory's current state. */
export interface CurrentIndex {
  version: number;
  /** Digest of the directory's content. */
  digest: string;
  /** Name of the model that made its vectors. */
  embeddings: string;
  /** Makes the vectors of questions; null: the index has word vectors alone. */
  sentenceModel: EmbeddingsProvider | null;
  retriever: Retriever;
}

/** Receives the progress of building an index: the step's name, and 0–1 within it. */
export type IndexProgress = (step: string, fraction: number) => void;

export interface DirectoryIndexes {
  /** The current index: from memory, from the cache folder, or built now. Concurrent callers share one build. */
  current(onProgress?: IndexProgress): Promise<CurrentIndex>;
  /** Ends what is made beside the index, and the processes of the sentence model. */
  close(): Promise<void>;
}

export interface DirectoryIndexesDeps {
  db: Database;
  databaseUrl: string;
  embeddings: Config["embeddings"];
  /** The cache folder; an index is a file in it, named by the directory's content. */
  cacheDir: string;
  /** Whether vectors may be made: by an endpoint for an index that is not in the cache folder, or when idle; true by default. */
  mayAsk?: boolean;
  log: Logger;
}

/** The folder of vectors beside the indexes. */
export const VECTORS = "vectors";

/** Word vectors, which need no model. */
const EMBEDDED = "word2vec";

/** Companies up to which the index is made here, in less time than a process takes to start: too few to train word vectors. */
const FEW_COMPANIES = 200;

/** This machine has no index of this directory, and building one would need paid calls. */
export class IndexNotKeptError extends Error {
  constructor() {
    super("no index of this directory is kept here, and to build one an endpoint would have to be asked for vectors");
    this.name = "IndexNotKeptError";
  }
}

/** How many loads a caller waits for at most. */
const MOST_LOADINGS = 3;

/** Indexes that stay in the cache folder: today's, and the one before it for a worker that still loads it. */
const KEPT_FILES = 2;

async function removeOldFiles(cacheDir: string): Promise<void> {
  const files = (await readdir(cacheDir)).filter((name) => name.startsWith("index-"));
  const dated = await Promise.all(
    files.map(async (name) => ({ name, at: (await stat(join(cacheDir, name))).mtimeMs })),
  );
  for (const { name } of dated.sort((a, b) => b.at - a.at).slice(KEPT_FILES))
    await rm(join(cacheDir, name), { force: true });
}

function failureOf(end: number | string | null, said: string): Error {
  if (end === NOT_PAID_FOR) return new CostCapReachedError(said);
  const message = `building the directory index ended with ${end}: ${said}`;
  if (end === NOT_WORTH_A_RETRY) return new EmbeddingsError(message, false);
  if (end === PROVIDER_AWAY) return new ProviderError({ provider: "embeddings", failure: "unavailable", message });
  return end === DATABASE_AWAY ? new DatabaseUnavailableError(message, { isAway: true }) : new Error(message);
}

/**
 * Builds in a process of its own.
 * @throws CostCapReachedError where the vectors do not fit into the platform's budget; EmbeddingsError where the model
 * fails permanently; ProviderError and DatabaseUnavailableError in an outage; Error with the process's message for any
 * other failure
 */
function buildInProcess(task: IndexTask, onProgress: IndexProgress): Promise<void> {
  const { child, said } = forkModule(import.meta.url, "index-process");
  child.on("message", ({ step, fraction }: IndexProgressMessage) => onProgress(step, fraction));
  child.send(task);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // Not "exit": its output may not have arrived by then.
    child.once("close", (code, signal) => (code === 0 ? resolve() : reject(failureOf(code ?? signal, said()))));
  });
}

/**
 * Keeps one worker's index of the directory up to date. Before each use it checks the directory's version, then loads
 * the index from the cache folder or builds it there. The memory it takes is the index's (see `src/markets/retrieval`).
 */
export function createDirectoryIndexes(deps: DirectoryIndexesDeps): DirectoryIndexes {
  const { db, log, cacheDir, embeddings, databaseUrl, mayAsk = true } = deps;
  const listeners = new Set<IndexProgress>();
  let loaded: CurrentIndex | undefined;
  let loading: Promise<CurrentIndex> | undefined;

  const closing = new AbortController();
  let lastAsked = 0;
  let filling: Promise<void> = Promise.resolve();
  let local: Promise<LocalSentences | string> | undefined;

  /** The model of this machine, tried once; where that failed, again the next time. */
  const triedModel = (): Promise<LocalSentences | string> => {
    local ??= localSentences(embeddings, db, join(cacheDir, VECTORS)).catch((error: unknown) => {
      local = undefined;
      throw error;
    });
    return local;
  };

  /** An index that answers by words at once, and gets the vectors of a model of this machine meanwhile. */
  const loadLocal = async (buffer: Buffer) => {
    const sentences = await triedModel();
    if (typeof sentences === "string") {
      log.warn({ reason: sentences }, "no sentence model: companies are found by words and word vectors alone");
      const retriever = await openIndex(buffer);
      const note = `Without a sentence model, by words and word vectors alone. ${sentences}`;
      return {
        embeddings: EMBEDDED,
        sentenceModel: null,
        retriever: { ...retriever, notes: [...retriever.notes, note] },
      };
    }
    const { model, source } = sentences;
    return { embeddings: model.name, sentenceModel: model, retriever: await openIndex(buffer, source) };
  };

  const load = async (version: number): Promise<CurrentIndex> => {
    const started = Date.now();
    const digest = await directoryDigest(db);
    const bufferOf = async (settings: Config["embeddings"], name: string) => {
      const path = join(cacheDir, `index-${digest}-v${INDEX_VERSION}-${name.replace(/[^\w.-]+/g, "_")}.bin`);
      const cached = await readFile(path).catch(() => null);
      if (cached !== null) return { buffer: cached, cached: true };
      if (settings.kind === "endpoint" && !mayAsk) throw new IndexNotKeptError();
      await mkdir(cacheDir, { recursive: true, mode: 0o700 });
      const tell: IndexProgress = (step, fraction) => {
        for (const listener of listeners) listener(step, fraction);
      };
      const isSmall = settings.kind === EMBEDDED && (await directorySize(db)).companies <= FEW_COMPANIES;
      if (isSmall) await writeIndex({ db, embeddings: settings, path }, tell);
      else await buildInProcess({ databaseUrl, embeddings: settings, path }, tell);
      const buffer = await readFile(path);
      await removeOldFiles(cacheDir);
      return { buffer, cached: false };
    };
    const ready = (cached: boolean) =>
      log.info({ version, cached, tookMs: Date.now() - started }, "directory index ready");
    if (embeddings.kind === "onnx") {
      // While the index is read or built; what it rejects with is told below.
      triedModel().catch(() => {});
      const { buffer, cached } = await bufferOf({ ...embeddings, kind: EMBEDDED }, EMBEDDED);
      const opened = await loadLocal(buffer);
      ready(cached);
      return { version, digest, ...opened };
    }
    let sentenceModel = await createEmbeddings(embeddings);
    const found = await bufferOf(embeddings, sentenceModel?.name ?? EMBEDDED).catch((error: unknown) => {
      if (!(error instanceof CostCapReachedError)) throw error;
      log.warn({ err: error }, "the directory's vectors are not paid for: the index is built without the endpoint");
      sentenceModel = null;
      return bufferOf({ ...embeddings, kind: EMBEDDED }, EMBEDDED);
    });
    const retriever = await openIndex(found.buffer);
    ready(found.cached);
    const name = sentenceModel?.name ?? EMBEDDED;
    return { version, digest, embeddings: name, sentenceModel, retriever };
  };

  /** Vectors for an index that has just been loaded. */
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

  return {
    async close() {
      closing.abort();
      const sentences = await local?.catch(() => "");
      if (typeof sentences === "object") sentences.stop();
      await filling;
    },
    async current(onProgress) {
      lastAsked = Date.now();
      if (onProgress) listeners.add(onProgress);
      try {
        for (let attempt = 1; ; attempt++) {
          const version = await directoryVersion(db);
          if (loaded?.version === version) return loaded;
          loading ??= load(version).finally(() => {
            loading = undefined;
          });
          const latest = await loading;
          if (loaded !== latest) {
            loaded = latest;
            fill(latest);
          }
          // A load under way may be of an older directory; the number of repeats is bounded, in case imports never end.
          if (loaded.version >= version || attempt === MOST_LOADINGS) return loaded;
        }
      } finally {
        if (onProgress) listeners.delete(onProgress);
      }
    },
  };
}
