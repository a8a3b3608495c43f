import { type Adapter, adaptedName, readAdapter, withAdapter } from "./adapter.ts";
import type { LocalEmbeddings } from "./embeddings-provider.ts";
import { loadOnnxEmbeddings, missingForOnnx, type OnnxEmbeddingsOptions, onnxModelName } from "./onnx-embeddings.ts";
import { hasTokenVectors, loadTokenVectors, tokenVectorsName } from "./token-vectors.ts";

/**
 * Names the model of a folder, a network or token vectors, with the folder's adapter.
 * @throws EmbeddingsError where the folder asks for something unsupported
 */
export const localModelName = (folder: string): string => adaptedName(plainModelName(folder), readAdapter(folder));

/**
 * Names the model of a folder without the folder's adapter.
 * @throws EmbeddingsError where the folder asks for something unsupported
 */
export const plainModelName = (folder: string): string =>
  hasTokenVectors(folder) ? tokenVectorsName(folder) : onnxModelName(folder);

/** Returns what a model of this folder lacks here, without loading it; null where nothing is missing. */
export const missingForLocal = (folder: string): string | null =>
  hasTokenVectors(folder) ? null : missingForOnnx(folder);

/** Whether the model of this folder has contextual tokens, so that questions and texts can be compared token by token. */
export const comparesTokens = (folder: string): boolean => !hasTokenVectors(folder);

export interface LocalEmbeddingsOptions extends OnnxEmbeddingsOptions {
  /** The adapter; by default that of the folder, which is trained to compare questions with companies. */
  adapter?: Adapter | null;
}

/**
 * Loads the model of a local folder: token vectors where it has them, otherwise a network.
 * @throws EmbeddingsError when it cannot be loaded
 */
export async function loadLocalEmbeddings(
  folder: string,
  { adapter = readAdapter(folder), ...options }: LocalEmbeddingsOptions = {},
): Promise<LocalEmbeddings> {
  const model = await (hasTokenVectors(folder) ? loadTokenVectors(folder) : loadOnnxEmbeddings(folder, options));
  return withAdapter(model, adapter);
}
