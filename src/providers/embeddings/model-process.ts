import { setPriority } from "node:os";
import { EmbeddingsError, type TextRole } from "./embeddings-provider.ts";
import { loadLocalEmbeddings } from "./local-embeddings.ts";
import type { TokenQuestion } from "./token-comparison.ts";

/** The first message to the process of a sentence model. */
export interface ModelTask {
  folder: string;
  threads: number;
  /** Niceness: 0 is ordinary, 19 takes only processor time that nobody else wants. */
  niceness: number;
  /** Whether to leave out the folder's adapter for comparing questions with companies. */
  isPlain?: boolean;
}

export interface ModelRequest {
  id: number;
  texts: string[];
  role?: TextRole | undefined;
  /** Requests a comparison of the questions' tokens with each text's, instead of the texts' vectors. */
  questions?: TokenQuestion[] | undefined;
}

/** Vectors in the order of the texts, or the reason why there are none. */
export type ModelAnswer = { id: number; vectors: Float32Array[] } | { id: number; failure: string; retryable: boolean };

const say = (answer: ModelAnswer) => process.send?.(answer);

async function serve({ folder, threads, niceness, isPlain }: ModelTask): Promise<void> {
  if (niceness > 0) setPriority(niceness);
  const model = loadLocalEmbeddings(folder, { threads, ...(isPlain ? { adapter: null } : {}) });
  // Each request reports a model that cannot be loaded.
  model.catch(() => {});
  process.on("message", async ({ id, texts, role, questions }: ModelRequest) => {
    try {
      const loaded = await model;
      const compared = questions && (await loaded.compareTokens?.(questions, texts));
      say({ id, vectors: compared ?? (await loaded.embed(texts, undefined, role)) });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      say({ id, failure, retryable: !(error instanceof EmbeddingsError) || error.retryable });
    }
  });
}

// When the worker is gone, nobody waits for the vectors.
process.once("disconnect", () => process.exit(0));
process.once("message", (task: ModelTask) => void serve(task));
