import { availableParallelism } from "node:os";
import { companiesByIds } from "#companies/directory";
import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError, type LocalEmbeddings } from "#providers/embeddings/embeddings-provider";
import { missingForOnnx } from "#providers/embeddings/onnx-embeddings";
import type { SentenceSource } from "../retrieval/index.ts";

/** What nobody else wants of the processor: vectors that no discovery waits for are made with it. */
const IDLE_NICENESS = 19;

/** A sentence model of this machine, for a worker's index. */
export interface LocalSentences {
  /** Answers while somebody waits. */
  model: LocalEmbeddings;
  source: SentenceSource;
  stop(): void;
}

/**
 * The configured model of this machine, tried once. It runs in two processes: one for requests that a discovery waits
 * for, one that uses only idle processor time. Where the shipped model does not work here, the reason instead.
 * @param folder where vectors are kept
 * @throws EmbeddingsError where a model that was named does not work
 */
export async function localSentences(
  { modelDir, isDefault }: Config["embeddings"],
  db: Database,
  folder: string,
): Promise<LocalSentences | string> {
  const model = embeddingsInProcess({ folder: modelDir, threads: availableParallelism(), niceness: 0 });
  const idle = embeddingsInProcess({ folder: modelDir, threads: 1, niceness: IDLE_NICENESS });
  try {
    const missing = missingForOnnx(modelDir);
    if (missing !== null) throw new EmbeddingsError(`The sentence model cannot be used: ${missing}.`, false);
    await model.embed(["a text to try it with"]);
  } catch (error) {
    model.stop();
    if (!isDefault || !(error instanceof EmbeddingsError)) throw error;
    return error.message;
  }
  return {
    model,
    source: {
      model: model.name,
      folder,
      embed: (texts, urgency) => (urgency === "idle" ? idle : model).embed(texts),
      companies: (ids) => companiesByIds(db, ids),
    },
    stop() {
      model.stop();
      idle.stop();
    },
  };
}
