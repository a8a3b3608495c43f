import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "./project-root.ts";
import { serverUrl } from "./server-url.ts";
import { oneName, usDollars } from "./values.ts";

/** Environment variables that choose what makes vectors of texts. */
export const embeddingsEnvironment = {
  EMBEDDINGS: oneName(["word2vec", "onnx", "endpoint"]).optional().meta({
    description:
      "[the sentence model](providers/embeddings.md): `onnx`, the bundled one or one in a folder; `endpoint`, an OpenAI-compatible API; `word2vec`, none",
    unset: "`onnx`",
  }),
  EMBEDDINGS_MODEL_DIR: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "folder of the model of `onnx`", unset: "the bundled one" }),
  EMBEDDINGS_URL: serverUrl.optional().describe("base URL of the API of `endpoint`"),
  EMBEDDINGS_MODEL: z.string().min(1).optional().describe("name of the model of `endpoint`"),
  EMBEDDINGS_API_KEY: z.string().min(1).optional().describe("key of the API of `endpoint`"),
  EMBEDDINGS_PRICE: usDollars.optional().describe("US dollars per million tokens of `endpoint`"),
};

/** The sentence model that ships with the product (models/README.md). */
const SHIPPED_MODEL = join(projectRoot(), "models", "all-MiniLM-L6-v2-int8");

/** Token vectors that replace the sentence model where it does not work: they need no runtime. */
const TOKEN_VECTORS = join(projectRoot(), "models", "company-tokens");

type Environment = z.output<z.ZodObject<typeof embeddingsEnvironment>>;

/** What makes vectors of texts: `word2vec` is trained on the directory itself, `onnx` is a model on this machine. */
export interface EmbeddingsConfig {
  kind: NonNullable<Environment["EMBEDDINGS"]>;
  /**
   * True where no setting names a model. The shipped model then makes the vectors of companies; where it does not work,
   * words must do.
   */
  isDefault: boolean;
  /** Folder of the `onnx` model; by default the shipped one. */
  modelDir: string;
  /** Folder of the token vectors that replace the shipped model where its runtime is missing. */
  tokensDir: string;
  url: string | undefined;
  model: string | undefined;
  apiKey: string | undefined;
  /** US dollars per million tokens. */
  price: number;
}

/** Reads the settings of embeddings. Also returns what is wrong with them. */
export function readEmbeddings(e: Environment): { embeddings: EmbeddingsConfig; mistakes: string[] } {
  const mistakes: string[] = [];
  if (e.EMBEDDINGS === "endpoint") {
    if (e.EMBEDDINGS_URL === undefined)
      mistakes.push("EMBEDDINGS=endpoint requires EMBEDDINGS_URL, the base URL of an OpenAI-compatible API");
    if (e.EMBEDDINGS_MODEL === undefined)
      mistakes.push("EMBEDDINGS=endpoint requires EMBEDDINGS_MODEL, the name of the model");
    if (e.EMBEDDINGS_PRICE === undefined)
      mistakes.push(
        "EMBEDDINGS=endpoint requires EMBEDDINGS_PRICE, in US dollars per million tokens (0 for your own model): the cost of a call must be known in advance",
      );
  }
  return {
    mistakes,
    embeddings: {
      kind: e.EMBEDDINGS ?? "onnx",
      isDefault: e.EMBEDDINGS === undefined && e.EMBEDDINGS_MODEL_DIR === undefined,
      modelDir: e.EMBEDDINGS_MODEL_DIR ?? SHIPPED_MODEL,
      tokensDir: TOKEN_VECTORS,
      url: e.EMBEDDINGS_URL,
      model: e.EMBEDDINGS_MODEL,
      apiKey: e.EMBEDDINGS_API_KEY,
      price: e.EMBEDDINGS_PRICE ?? 0,
    },
  };
}
