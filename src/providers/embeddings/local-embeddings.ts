import type { LocalEmbeddings } from "./embeddings-provider.ts";
import { loadOnnxEmbeddings, missingForOnnx, type OnnxEmbeddingsOptions, onnxModelName } from "./onnx-embeddings.ts";
import { hasTokenVectors, loadTokenVectors, tokenVectorsName } from "./token-vectors.ts";

/** Names the model of a folder, a network or token vectors. @throws EmbeddingsError where the folder asks for what is not done here */
export const localModelName = (folder: string): string =>
  hasTokenVectors(folder) ? tokenVectorsName(folder) : onnxModelName(folder);

/** What a model of this folder lacks here, without loading it; null where everything is there. */
export const missingForLocal = (folder: string): string | null =>
  hasTokenVectors(folder) ? null : missingForOnnx(folder);

/**
 * The model of a folder of this machine: token vectors where it has them, otherwise a network.
 * @throws EmbeddingsError when it cannot be loaded
 */
export const loadLocalEmbeddings = (folder: string, options?: OnnxEmbeddingsOptions): Promise<LocalEmbeddings> =>
  hasTokenVectors(folder) ? loadTokenVectors(folder) : loadOnnxEmbeddings(folder, options);
