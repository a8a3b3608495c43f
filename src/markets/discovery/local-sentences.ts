import { availableParallelism } from "node:os";
import { companiesByIds } from "#companies/directory";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError, type LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { missingForLocal } from "#providers/embeddings/local-embeddings";
import type { SentenceSource } from "../retrieval/index.ts";

/** What nobody else wants of the processor: vectors that no discovery waits for are made with it. */
const IDLE_NICENESS = 19;

/** A sentence model of this machine, for a worker's index. */
export interface LocalSentences {
  /** Answers while somebody waits. */
  model: LocalEmbeddings;
  source: SentenceSource;
  /** Why it is not the configured one, for people; null where it is. */
  note: string | null;
  stop(): void;
}

/**
 * The configured model of this machine, tried once. Where the shipped model does not work here, the token vectors take its place, with the
 * reason as a note.
 * @param folder where vectors are kept
 * @throws EmbeddingsError where a model that was named does not work
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

/** A model in two processes: one for requests that a discovery waits for, one that uses only idle processor time. */
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
