import type { Config } from "#foundation/config/config";
import { EmbeddingsError, type EmbeddingsProvider } from "./embeddings-provider.ts";
import { endpointEmbeddings } from "./endpoint-embeddings.ts";
import { loadLocalEmbeddings } from "./local-embeddings.ts";

/**
 * Returns the configured sentence model. Null for "word2vec", which needs none because an index trains its word vectors
 * itself, and for the shipped model where it was not requested. Does not call an endpoint yet.
 * @throws EmbeddingsError when the model cannot be loaded
 */
export async function createEmbeddings(settings: Config["embeddings"]): Promise<EmbeddingsProvider | null> {
  const { kind, modelDir, url, model, apiKey, price, isDefault } = settings;
  if (kind === "word2vec" || isDefault) return null;
  if (kind === "endpoint") {
    if (!url || !model)
      throw new EmbeddingsError("EMBEDDINGS=endpoint requires EMBEDDINGS_URL and EMBEDDINGS_MODEL.", false);
    return endpointEmbeddings({ url, model, apiKey, price });
  }
  // The folder's adapter is trained to compare questions with companies, not arbitrary texts.
  return loadLocalEmbeddings(modelDir, { adapter: null });
}
