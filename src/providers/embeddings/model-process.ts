import { setPriority } from "node:os";
import { EmbeddingsError, type TextRole } from "./embeddings-provider.ts";
import { loadLocalEmbeddings } from "./local-embeddings.ts";
import type { TokenQuestion } from "./token-comparison.ts";

/** What the process of a sentence model is told first. */
export interface ModelTask {
  folder: string;
  threads: number;
  /** As `nice` counts: 0 ordinary, 19 only what nobody else wants of the processor. */
  niceness: number;
  /** The model alone, without what its folder has for comparing questions with companies. */
  isPlain?: boolean;
}

export interface ModelRequest {
  id: number;
  texts: string[];
  role?: TextRole | undefined;
  /** Asks for the comparison of their tokens with those of each text, instead of the texts' vectors. */
  questions?: TokenQuestion[] | undefined;
}

/** Vectors in the order of the texts, or why there are none. */
export type ModelAnswer = { id: number; vectors: Float32Array[] } | { id: number; failure: string; retryable: boolean };

const say = (answer: ModelAnswer) => process.send?.(answer);

async function serve({ folder, threads, niceness, isPlain }: ModelTask): Promise<void> {
  if (niceness > 0) setPriority(niceness);
  const model = loadLocalEmbeddings(folder, { threads, ...(isPlain ? { adapter: null } : {}) });
  // Each request tells of a model that cannot be loaded.
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

// Nobody waits for the vectors of a worker that is gone.
process.once("disconnect", () => process.exit(0));
process.once("message", (task: ModelTask) => void serve(task));
