import type { Config } from "#foundation/config/config";
import { EmbeddingsError, type EmbeddingsProvider } from "./embeddings-provider.ts";
import { endpointEmbeddings } from "./endpoint-embeddings.ts";
import { loadOnnxEmbeddings } from "./onnx-embeddings.ts";

/**
 * The sentence model of the configuration; null for "word2vec", which needs none: an index trains its word vectors itself. An
 * endpoint is not asked anything yet.
 * @throws EmbeddingsError when the model cannot be loaded
 */
export async function createEmbeddings(settings: Config["embeddings"]): Promise<EmbeddingsProvider | null> {
  const { kind, modelDir, url, model, apiKey, price } = settings;
  if (kind === "word2vec") return null;
  if (kind === "endpoint") {
    if (!url || !model)
      throw new EmbeddingsError("EMBEDDINGS=endpoint needs EMBEDDINGS_URL and EMBEDDINGS_MODEL.", false);
    return endpointEmbeddings({ url, model, apiKey, price });
  }
  if (!modelDir)
    throw new EmbeddingsError(
      "EMBEDDINGS=onnx needs EMBEDDINGS_MODEL_DIR, a folder with model.onnx, tokenizer.json and tokenizer_config.json.",
      false,
    );
  return loadOnnxEmbeddings(modelDir);
}
