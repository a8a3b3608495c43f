import type { Pay } from "../provider-call.ts";
import type { TokenQuestion } from "./token-comparison.ts";

/** What a text is compared as: some models put one sentence before questions and another one before what is searched. */
export type TextRole = "query" | "document";

/** Turns texts into vectors whose cosine says how alike the texts are in meaning. */
export interface EmbeddingsProvider {
  /** Identifies model and settings: vectors of different names are never compared, and caches are keyed by it. */
  readonly name: string;
  /**
   * One unit vector for each text, in order, all of one length. An empty text may give a zero vector.
   * @param pay makes the calls of a model that is not on this machine for whoever pays
   * @param role "document" where it is not given
   * @throws EmbeddingsError when the model fails, its message says what to do; ProviderError, CostCapReachedError
   */
  embed(texts: string[], pay: Pay, role?: TextRole): Promise<Float32Array[]>;
}

/** A model of this machine: it costs nothing. */
export interface LocalEmbeddings extends EmbeddingsProvider {
  embed(texts: string[], pay?: Pay, role?: TextRole): Promise<Float32Array[]>;
  /**
   * Compares questions with the first 80 tokens of each text, token by token (`tokenLikeness`). A text gets six numbers for each question, one
   * question after the other. Absent where the model has no tokens in context.
   * @throws EmbeddingsError when the model fails
   */
  compareTokens?(questions: TokenQuestion[], texts: string[]): Promise<Float32Array[]>;
}

/** The model could not give vectors. `retryable` is false where trying again cannot help. */
export class EmbeddingsError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddingsError";
    this.retryable = retryable;
  }
}

/**
 * The one length that vectors have; 0 of none.
 * @param known the length that earlier vectors of the model have
 * @throws EmbeddingsError where they have several
 */
export function lengthOf(model: string, vectors: readonly Float32Array[], known?: number): number {
  const length = known ?? vectors[0]?.length ?? 0;
  const other = vectors.find((vector) => vector.length !== length);
  if (other !== undefined)
    throw new EmbeddingsError(`${model} gave vectors of ${length} and of ${other.length} numbers`, true);
  return length;
}

/** Scales a vector to length 1 in place; a zero vector stays. */
export function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
