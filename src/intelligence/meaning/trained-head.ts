/** The output of `bench/quality/train-news-model.py` for one question: a linear layer over the vectors of the news model. */
export interface HeadWeights {
  /** Number of numbers in a vector. */
  dimensions: number;
  /** Little-endian 32-bit floats in base64: the weights of each class and its bias. */
  weights: string;
}

/** A linear layer that is ready to use. */
export interface TrainedHead {
  dimensions: number;
  weights: Float32Array;
}

export function trainedHead({ dimensions, weights }: HeadWeights): TrainedHead {
  const bytes = Buffer.from(weights, "base64");
  return {
    dimensions,
    weights: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
  };
}

/** Returns the score of each class, before any scale of probabilities. */
function scoresOf({ dimensions, weights }: TrainedHead, vector: Float32Array): number[] {
  const width = dimensions + 1;
  return Array.from({ length: weights.length / width }, (_, row) => {
    let sum = weights[row * width + dimensions] ?? 0;
    for (let d = 0; d < dimensions; d++) sum += (weights[row * width + d] ?? 0) * (vector[d] ?? 0);
    return sum;
  });
}

/** Returns the probability of each class where exactly one is right (softmax). */
export function probabilities(head: TrainedHead, vector: Float32Array): number[] {
  const scores = scoresOf(head, vector);
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Returns the probability of each class where any number of them may be right (sigmoid). */
export const independentProbabilities = (head: TrainedHead, vector: Float32Array): number[] =>
  scoresOf(head, vector).map((score) => 1 / (1 + Math.exp(-score)));
