import { join } from "node:path";
import { projectRoot } from "#foundation/config/project-root";
import { embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { missingForLocal } from "#providers/embeddings/local-embeddings";

/** The bundled network that was trained to read business news (models/README.md). */
const FOLDER = join(projectRoot(), "models/news-reading-int8");
/** A low priority, because no user waits for the result. */
const NICENESS = 10;
/** Number of texts in one request of the model, which takes a second or two. */
const BATCH = 256;

/** The network that reads news: its vectors are made for the heads that were trained with it (`trainedHead`). */
export interface NewsModel {
  /** Returns a vector for each text, in their order; null where the model cannot answer. */
  vectorsOf(texts: readonly string[]): Promise<Float32Array[] | null>;
  /** Ends the model's process, which also ends by itself when idle. */
  stop(): void;
}

let running: NewsModel | undefined;

/**
 * Returns the news model, which runs in a separate process that all its readers share. Returns null if an operator
 * chose to read by words or token vectors alone, or if its runtime is missing.
 * @param kind the operator's choice of embeddings
 */
export function newsModel(kind: string): NewsModel | null {
  if (kind !== "onnx" || missingForLocal(FOLDER) !== null) return null;
  running ??= start();
  return running;
}

function start(): NewsModel {
  const model = embeddingsInProcess({ folder: FOLDER, threads: 1, niceness: NICENESS, isPlain: true });
  /** Asks once more where the process ended by chance, so that what is stored does not depend on it. */
  async function embed(texts: readonly string[], isAgain = false): Promise<Float32Array[] | null> {
    try {
      return await model.embed([...texts]);
    } catch (error) {
      if (!(error instanceof EmbeddingsError)) throw error;
      return isAgain || !error.retryable ? null : embed(texts, true);
    }
  }

  return {
    stop: model.stop,
    async vectorsOf(texts) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += BATCH) {
        const batch = await embed(texts.slice(from, from + BATCH));
        if (batch === null) return null;
        vectors.push(...batch);
      }
      return vectors;
    },
  };
}
