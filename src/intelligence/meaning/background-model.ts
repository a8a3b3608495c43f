import { embeddingsInProcess } from "#providers/embeddings/embeddings-in-process";
import { EmbeddingsError } from "#providers/embeddings/embeddings-provider";
import { missingForLocal } from "#providers/embeddings/local-embeddings";

/** A low priority, because no user waits for the result. */
const NICENESS = 10;
/** Number of texts in one request of the model, which takes a second or two. */
const BATCH = 256;

/** A network in a separate process of low priority. */
export interface BackgroundModel {
  /** Returns a vector for each text, in their order; null where the model cannot answer. */
  vectorsOf(texts: readonly string[]): Promise<Float32Array[] | null>;
  /** Ends the model's process, which also ends by itself when idle. */
  stop(): void;
}

/** All readers of a folder's model share one process. */
const running = new Map<string, BackgroundModel>();

/** Returns the model of a folder; null where it lacks something here. */
export function backgroundModel(folder: string): BackgroundModel | null {
  const known = running.get(folder);
  if (known !== undefined || missingForLocal(folder) !== null) return known ?? null;
  const model = start(folder);
  running.set(folder, model);
  return model;
}

function start(folder: string): BackgroundModel {
  const model = embeddingsInProcess({ folder, threads: 1, niceness: NICENESS, isPlain: true });

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
