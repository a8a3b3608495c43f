import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { directorySize } from "#companies/directory";
import { CostCapReachedError } from "#costs/cost-cap";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { DatabaseUnavailableError } from "#foundation/db/database-unavailable";
import { forkModule } from "#foundation/forked-module";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { ProviderError } from "#providers/provider-error";
import { INDEX_VERSION } from "../retrieval/index.ts";
import {
  DATABASE_AWAY,
  type IndexProgressMessage,
  type IndexTask,
  NOT_PAID_FOR,
  NOT_WORTH_A_RETRY,
  PROVIDER_AWAY,
} from "./index-task.ts";
import { type IndexProgress, writeIndex } from "./write-index.ts";

/** An index in the cache folder. */
export interface IndexFile {
  path: string;
  /** Digest of the directory that it was built from. */
  digest: string;
}

/**
 * Manages the index files for one kind of vectors in a cache folder; each file is named after the content of its
 * directory.
 */
export function indexFiles(cacheDir: string, vectors: string) {
  const ending = `-v${INDEX_VERSION}-${vectors.replace(/[^\w.-]+/g, "_")}.bin`;
  const pathOf = (digest: string) => join(cacheDir, `index-${digest}${ending}`);
  const find = async (digest: string): Promise<IndexFile | null> => {
    const path = pathOf(digest);
    return access(path).then(
      () => ({ path, digest }),
      () => null,
    );
  };
  return {
    /** Returns the index of this very directory; null where there is none. */
    find,

    /** Returns the index that was built last, of any state of the directory; null where there is none. */
    async newest(): Promise<IndexFile | null> {
      const [last] = await byAge(cacheDir, (name) => name.endsWith(ending));
      return last === undefined ? null : find(last.slice("index-".length, -ending.length));
    },

    /**
     * Builds the index of the present directory, which is expected to have this digest.
     * @throws as `buildInProcess`
     */
    async build(digest: string, { db, ...task }: BuildingTask, options: BuildingOptions): Promise<IndexFile> {
      await mkdir(cacheDir, { recursive: true, mode: 0o700 });
      const path = pathOf(digest);
      const { embeddings } = task;
      const isSmall = embeddings.kind === "word2vec" && (await directorySize(db)).companies <= FEW_COMPANIES;
      if (isSmall) await writeIndex({ db, embeddings, path }, options.onProgress);
      else await buildInProcess({ ...task, what: "index", path }, options);
      await removeOldFiles(cacheDir);
      return { path, digest };
    },
  };
}

interface BuildingTask {
  db: Database;
  databaseUrl: string;
  embeddings: Config["embeddings"];
}

/**
 * Number of companies up to which the index is built in this process, because it takes less time than to start another.
 * They are too few to train word vectors.
 */
const FEW_COMPANIES = 200;

export interface BuildingOptions {
  onProgress: IndexProgress;
  /** Ends the process. */
  signal: AbortSignal;
}

/** Number of indexes kept in the cache folder: today's, and the one before it for a worker that still loads it. */
const KEPT_FILES = 2;

/** Returns the names of the indexes in the folder, the newest first. */
async function byAge(cacheDir: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(cacheDir).catch(() => []);
  const files = names.filter((name) => name.startsWith("index-") && isWanted(name));
  const dated = await Promise.all(
    files.map(async (name) => ({
      name,
      at: await stat(join(cacheDir, name)).then(
        (of) => of.mtimeMs,
        () => 0,
      ),
    })),
  );
  return dated.sort((a, b) => b.at - a.at).map(({ name }) => name);
}

async function removeOldFiles(cacheDir: string): Promise<void> {
  for (const name of (await byAge(cacheDir, () => true)).slice(KEPT_FILES))
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
 * Builds in a separate process.
 * @throws CostCapReachedError where the vectors do not fit into the platform's budget; EmbeddingsError where the model
 * fails permanently; ProviderError and DatabaseUnavailableError in an outage; Error with the process's message for any
 * other failure
 */
export function buildInProcess(task: IndexTask, { onProgress, signal }: BuildingOptions): Promise<void> {
  const { child, said } = forkModule(import.meta.url, "index-process");
  child.on("message", ({ step, fraction }: IndexProgressMessage) => onProgress(step, fraction));
  child.send(task);
  const end = () => child.kill();
  signal.addEventListener("abort", end, { once: true });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // Not "exit": its output may not have arrived by then.
    child.once("close", (code, by) => {
      signal.removeEventListener("abort", end);
      if (code === 0) resolve();
      else reject(failureOf(code ?? by, said()));
    });
  });
}
