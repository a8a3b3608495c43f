import type { Pay } from "../provider-call.ts";
import type { TokenQuestion } from "./token-comparison.ts";

/** What a text is compared as: some models put one sentence before questions and another before documents. */
export type TextRole = "query" | "document";

/** Turns texts into vectors whose cosine shows how similar the texts are in meaning. */
export interface EmbeddingsProvider {
  /** Identifies model and settings: vectors with different names are never compared, and caches use it as the key. */
  readonly name: string;
  /**
   * Returns one unit vector for each text, in order, all of one length. An empty text may give a zero vector.
   * @param pay pays for the calls of a model outside this machine
   * @param role "document" by default
   * @throws EmbeddingsError when the model fails, with a message that says what to do; ProviderError,
   * CostCapReachedError
   */
  embed(texts: string[], pay: Pay, role?: TextRole): Promise<Float32Array[]>;
}

/** A model on this machine, which costs nothing. */
export interface LocalEmbeddings extends EmbeddingsProvider {
  embed(texts: string[], pay?: Pay, role?: TextRole): Promise<Float32Array[]>;
  /**
   * Compares questions with the first 80 tokens of each text, token by token (`tokenLikeness`). Returns six numbers for
   * each question per text, one question after another. Absent where the model has no contextual tokens.
   * @throws EmbeddingsError when the model fails
   */
  compareTokens?(questions: TokenQuestion[], texts: string[]): Promise<Float32Array[]>;
}

/** The model could not make vectors. `retryable` is false where trying again cannot help. */
export class EmbeddingsError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddingsError";
    this.retryable = retryable;
  }
}

/**
 * Returns the common length of vectors; 0 for no vectors.
 * @param known the length of the model's earlier vectors
 * @throws EmbeddingsError where the lengths differ
 */
export function lengthOf(model: string, vectors: readonly Float32Array[], known?: number): number {
  const length = known ?? vectors[0]?.length ?? 0;
  const other = vectors.find((vector) => vector.length !== length);
  if (other !== undefined)
    throw new EmbeddingsError(`${model} gave vectors of ${length} and of ${other.length} numbers`, true);
  return length;
}

/** Scales a vector to length 1 in place; leaves a zero vector. */
export function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
