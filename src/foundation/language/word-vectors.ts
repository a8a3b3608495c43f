import { type PpmiOptions, ppmiMatrix, type TrainingCorpus } from "./cooccurrences.ts";
import {
  type DenseMatrix,
  denseMatrix,
  gram,
  multiply,
  multiplyTransposed,
  orthonormalize,
  symmetricEigen,
} from "./matrix.ts";

export type { TrainingCorpus } from "./cooccurrences.ts";

export interface TrainingOptions extends Partial<PpmiOptions> {
  dimensions?: number;
  /** Words with fewer occurrences get no vector. */
  minCount?: number;
  seed?: number;
  onProgress?: (fraction: number) => void;
}

/** Word vectors: row w of `vectors` belongs to word w, and is zero when the word was too rare. */
export interface WordVectors {
  dimensions: number;
  vectors: Float32Array;
}

/** Extra columns that make the random projection safe (Halko et al. 2011 advise 5 to 10). */
const OVERSAMPLING = 10;
/** Number of passes that sharpen the projection; q in the same paper. */
const POWER_ITERATIONS = 1;
/**
 * Smoothing as in Levy, Goldberg and Dagan, window and subsampling as in word2vec; a shift of 3 lies between their 1
 * and 5.
 */
const DEFAULTS: PpmiOptions = { window: 5, subsample: 1e-3, smoothing: 0.75, shift: 3 };

/**
 * Trains word vectors on a corpus: the left singular vectors of its positive pointwise mutual information. Word2vec's
 * skip-gram with negative sampling factorises the same matrix (Levy and Goldberg 2014, "Neural word embedding as
 * implicit matrix factorization"). The decomposition is randomised (Halko, Martinsson and Tropp 2011, "Finding
 * structure with randomness"). On 2 million words it takes one core 20 seconds, where skip-gram needed 300 for the same
 * quality of ranking; see docs/decisions/word-vectors.md. The vectors leave out the singular values, as Levy, Goldberg
 * and Dagan advise.
 *
 * Deterministic: the same corpus gives the same vectors. Yields to the event loop between steps of a few seconds.
 */
export async function trainWordVectors(corpus: TrainingCorpus, options: TrainingOptions = {}): Promise<WordVectors> {
  const { dimensions = 200, minCount = 3, seed = 1, onProgress, ...given } = options;
  const rowOf = new Int32Array(corpus.counts.length).fill(-1);
  let size = 0;
  for (let word = 0; word < rowOf.length; word++) if ((corpus.counts[word] as number) >= minCount) rowOf[word] = size++;
  const vectors = new Float32Array(rowOf.length * dimensions);
  if (size === 0) return { dimensions, vectors };

  const steps = 4 + 2 * POWER_ITERATIONS;
  let step = 0;
  const breathe = async () => {
    onProgress?.(++step / steps);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const information = ppmiMatrix(corpus, rowOf, size, { ...DEFAULTS, ...given });
  await breathe();
  const rank = Math.min(size, dimensions + OVERSAMPLING);
  let basis = multiply(information, randomMatrix(size, rank, seed));
  orthonormalize(basis);
  await breathe();
  for (let iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
    const across = multiplyTransposed(information, basis);
    orthonormalize(across);
    await breathe();
    basis = multiply(information, across);
    orthonormalize(basis);
    await breathe();
  }
  const projected = multiplyTransposed(information, basis);
  const { vectors: rotation } = symmetricEigen(gram(projected), rank);
  await breathe();
  rotate(basis, rotation, rowOf, dimensions, vectors);
  await breathe();
  return { dimensions, vectors };
}

/** Returns the left singular vectors: the basis rotated by the first `dimensions` eigenvectors, in the words' rows. */
function rotate(
  basis: DenseMatrix,
  rotation: Float64Array,
  rowOf: Int32Array,
  dimensions: number,
  vectors: Float32Array,
): void {
  const rank = basis.columns;
  for (let word = 0; word < rowOf.length; word++) {
    const row = rowOf[word] as number;
    if (row < 0) continue;
    for (let d = 0; d < Math.min(dimensions, rank); d++) {
      let sum = 0;
      for (let k = 0; k < rank; k++)
        sum += (basis.values[row * rank + k] as number) * (rotation[k * rank + d] as number);
      vectors[word * dimensions + d] = sum;
    }
  }
}

function randomMatrix(rows: number, columns: number, seed: number): DenseMatrix {
  const matrix = denseMatrix(rows, columns);
  const random = generator(seed);
  for (let i = 0; i < matrix.values.length; i++) matrix.values[i] = random() - 0.5;
  return matrix;
}

/** Marsaglia's xorshift32 (2003), "Xorshift RNGs": uniform in [0, 1). */
function generator(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
