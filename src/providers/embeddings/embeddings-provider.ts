/** Turns texts into vectors whose cosine says how alike the texts are in meaning. */
export interface EmbeddingsProvider {
  /** Identifies model and settings: vectors of different names are never compared, and caches are keyed by it. */
  readonly name: string;
  readonly dimensions: number;
  /**
   * One unit vector of `dimensions` floats for each text, in order. An empty text may give a zero vector.
   * @throws EmbeddingsError when the model or the endpoint fails; its message says what to do.
   */
  embed(texts: string[]): Promise<Float32Array[]>;
}

/** The model or endpoint could not give vectors. `retryable` is false where trying again cannot help. */
export class EmbeddingsError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddingsError";
    this.retryable = retryable;
  }
}

/** Scales a vector to length 1 in place; a zero vector stays. */
export function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
