import { availableParallelism } from "node:os";
import { companiesByIds } from "#companies/directory";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError, type LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { missingForLocal } from "#providers/embeddings/local-embeddings";
import type { SentenceSource } from "../retrieval/index.ts";

/** Niceness of processes that take only processor time nobody else wants: no discovery waits for their vectors. */
const IDLE_NICENESS = 19;

/** A sentence model of this machine, for a worker's index. */
export interface LocalSentences {
  /** Answers while somebody waits. */
  model: LocalEmbeddings;
  source: SentenceSource;
  /** Why it is not the configured model, for people; null where it is. */
  note: string | null;
  stop(): void;
}

/**
 * Loads the configured model of this machine, tried once. Where the shipped model does not work here, the token vectors
 * replace it, with the reason as a note.
 * @param folder where vectors are stored
 * @throws EmbeddingsError where an explicitly configured model does not work
 */
export async function localSentences(
  { modelDir, tokensDir, isDefault }: Config["embeddings"],
  db: Database,
  folder: string,
): Promise<LocalSentences> {
  try {
    return await tried(modelDir, db, folder);
  } catch (error) {
    if (!isDefault || !(error instanceof EmbeddingsError)) throw error;
    return { ...(await tried(tokensDir, db, folder)), note: error.message };
  }
}

/**
 * Loads a model in two processes: one for requests that a discovery waits for, and one that uses only idle processor
 * time.
 */
async function tried(modelDir: string, db: Database, folder: string): Promise<LocalSentences> {
  const missing = missingForLocal(modelDir);
  if (missing !== null) throw new EmbeddingsError(`The sentence model cannot be used: ${missing}.`, false);
  const model = embeddingsInProcess({ folder: modelDir, threads: availableParallelism(), niceness: 0 });
  const idle = embeddingsInProcess({ folder: modelDir, threads: 1, niceness: IDLE_NICENESS });
  try {
    await model.embed(["a text to try it with"]);
  } catch (error) {
    model.stop();
    throw error;
  }
  return {
    model,
    source: {
      model: model.name,
      folder,
      embed: (texts, urgency) => (urgency === "idle" ? idle : model).embed(texts),
      companies: (ids) => companiesByIds(db, ids),
      compare: model.compareTokens ?? null,
    },
    note: null,
    stop() {
      model.stop();
      idle.stop();
    },
  };
}
