import { setPriority } from "node:os";
import { EmbeddingsError, type TextRole } from "./embeddings-provider.ts";
import { loadLocalEmbeddings } from "./local-embeddings.ts";

/** What the process of a sentence model is told first. */
export interface ModelTask {
  folder: string;
  threads: number;
  /** As `nice` counts: 0 ordinary, 19 only what nobody else wants of the processor. */
  niceness: number;
}

export interface ModelRequest {
  id: number;
  texts: string[];
  role?: TextRole | undefined;
}

/** Vectors in the order of the texts, or why there are none. */
export type ModelAnswer = { id: number; vectors: Float32Array[] } | { id: number; failure: string; retryable: boolean };

const say = (answer: ModelAnswer) => process.send?.(answer);

async function serve({ folder, threads, niceness }: ModelTask): Promise<void> {
  if (niceness > 0) setPriority(niceness);
  const model = loadLocalEmbeddings(folder, { threads });
  // Each request tells of a model that cannot be loaded.
  model.catch(() => {});
  process.on("message", async ({ id, texts, role }: ModelRequest) => {
    try {
      say({ id, vectors: await (await model).embed(texts, undefined, role) });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      say({ id, failure, retryable: !(error instanceof EmbeddingsError) || error.retryable });
    }
  });
}

// Nobody waits for the vectors of a worker that is gone.
process.once("disconnect", () => process.exit(0));
process.once("message", (task: ModelTask) => void serve(task));
