import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { oneName, usDollars } from "./values.ts";

/** The part of the environment that says what makes vectors of texts. */
export const embeddingsEnvironment = {
  EMBEDDINGS: oneName(["word2vec", "onnx", "endpoint"]).default("word2vec"),
  EMBEDDINGS_MODEL_DIR: z.string().min(1).optional(),
  EMBEDDINGS_URL: serverUrl.optional(),
  EMBEDDINGS_MODEL: z.string().min(1).optional(),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  EMBEDDINGS_PRICE: usDollars.optional(),
};

type Environment = z.output<z.ZodObject<typeof embeddingsEnvironment>>;

/** What makes vectors of texts: `word2vec` is trained on the directory itself, `onnx` a model on this machine. */
export interface EmbeddingsConfig {
  kind: Environment["EMBEDDINGS"];
  modelDir: string | undefined;
  url: string | undefined;
  model: string | undefined;
  apiKey: string | undefined;
  /** US dollars for a million tokens. */
  price: number;
}

/** The embeddings of the environment, and what is wrong with them. */
export function readEmbeddings(e: Environment): { embeddings: EmbeddingsConfig; mistakes: string[] } {
  const mistakes: string[] = [];
  if (e.EMBEDDINGS === "onnx" && e.EMBEDDINGS_MODEL_DIR === undefined)
    mistakes.push("EMBEDDINGS=onnx needs EMBEDDINGS_MODEL_DIR, the folder of the model (docs/quality.md)");
  if (e.EMBEDDINGS === "endpoint") {
    if (e.EMBEDDINGS_URL === undefined)
      mistakes.push("EMBEDDINGS=endpoint needs EMBEDDINGS_URL, the base URL of an OpenAI-compatible API");
    if (e.EMBEDDINGS_MODEL === undefined) mistakes.push("EMBEDDINGS=endpoint needs EMBEDDINGS_MODEL, the model's name");
    if (e.EMBEDDINGS_PRICE === undefined)
      mistakes.push(
        "EMBEDDINGS=endpoint needs EMBEDDINGS_PRICE, in US dollars for a million tokens (0 for a model of your own): costs are known beforehand or not at all",
      );
  }
  return {
    mistakes,
    embeddings: {
      kind: e.EMBEDDINGS,
      modelDir: e.EMBEDDINGS_MODEL_DIR,
      url: e.EMBEDDINGS_URL,
      model: e.EMBEDDINGS_MODEL,
      apiKey: e.EMBEDDINGS_API_KEY,
      price: e.EMBEDDINGS_PRICE ?? 0,
    },
  };
}
