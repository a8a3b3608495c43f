import { mix32 } from "#foundation/language/hash32";
import {
  denseMatrix,
  dot,
  gram,
  multiply,
  multiplyTransposed,
  orthonormalize,
  type SparseMatrix,
  symmetricEigen,
} from "#foundation/language/matrix";

/** A non-negative factorization V ≈ W · Hᵀ. */
export interface Factors {
  /** W: documents by topics, row after row. */
  documents: Float64Array;
  /** H: terms by topics, row after row. */
  terms: Float64Array;
  rank: number;
}

const MAX_ROUNDS = 200;
/**
 * Interval, in rounds, at which the error is checked, and the part of the first error by which it must still fall
 * (scikit-learn's rule).
 */
const [CHECK_EVERY, TOLERANCE] = [10, 1e-4];
/** Extra columns, and rounds, of the randomized SVD: Halko, Martinsson and Tropp (2011), section 4. */
const OVERSAMPLING = 8;
const POWER_ROUNDS = 4;
const EPSILON = 1e-9;

/**
 * Factorizes a non-negative matrix for the squared error, by the multiplicative updates of Lee and Seung ("Algorithms
 * for non-negative matrix factorization", NIPS 2000). Starts at the singular vectors (NNDSVD: Boutsidis and
 * Gallopoulos, "SVD based initialization", Pattern Recognition 41, 2008). Nothing is random except a fixed sketch, so
 * the same matrix gives the same factors. Yields to the event loop in between.
 */
export async function factorize(matrix: SparseMatrix, rank: number, signal: AbortSignal): Promise<Factors> {
  const { documents, terms } = initialFactors(matrix, rank);
  const squares = matrix.values.reduce((sum, value) => sum + value * value, 0);
  let firstError = 0;
  let lastError = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    update(terms, wantedTerms(matrix, documents, rank), products(documents, rank), rank);
    const wanted = wantedDocuments(matrix, terms, rank);
    const ofTerms = products(terms, rank);
    if (round % CHECK_EVERY === 0) {
      signal.throwIfAborted();
      await new Promise(setImmediate);
      // ‖V − WHᵀ‖² = ‖V‖² − 2·⟨W, VH⟩ + ⟨WᵀW, HᵀH⟩
      const error = squares - 2 * dot(documents, wanted) + dot(products(documents, rank), ofTerms);
      if (round === 0) firstError = error;
      else if (lastError - error < TOLERANCE * firstError) break;
      lastError = error;
    }
    update(documents, wanted, ofTerms, rank);
  }
  return { documents, terms, rank };
}

/** V · H. */
function wantedDocuments({ rows, offsets, indices, values }: SparseMatrix, terms: Float64Array, rank: number) {
  const product = new Float64Array(rows * rank);
  for (let row = 0; row < rows; row++)
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++)
      addRow(product, row, terms, indices[at] as number, values[at] as number, rank);
  return product;
}

/** Vᵀ · W. */
function wantedTerms({ rows, columns, offsets, indices, values }: SparseMatrix, documents: Float64Array, rank: number) {
  const product = new Float64Array(columns * rank);
  for (let row = 0; row < rows; row++)
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++)
      addRow(product, indices[at] as number, documents, row, values[at] as number, rank);
  return product;
}

function addRow(to: Float64Array, toRow: number, from: Float64Array, fromRow: number, times: number, rank: number) {
  for (let k = 0; k < rank; k++)
    to[toRow * rank + k] = (to[toRow * rank + k] as number) + times * (from[fromRow * rank + k] as number);
}

/** Xᵀ · X, a small matrix. */
function products(factor: Float64Array, rank: number): Float64Array {
  const product = new Float64Array(rank * rank);
  for (let from = 0; from < factor.length; from += rank)
    for (let k = 0; k < rank; k++)
      for (let l = 0; l < rank; l++)
        product[k * rank + l] =
          (product[k * rank + l] as number) + (factor[from + k] as number) * (factor[from + l] as number);
  return product;
}

/** X ← X ∘ wanted / (X · G), row by row in place. */
function update(factor: Float64Array, wanted: Float64Array, gramOfOther: Float64Array, rank: number): void {
  for (let from = 0; from < factor.length; from += rank) {
    const old = factor.slice(from, from + rank);
    for (let k = 0; k < rank; k++) {
      let has = EPSILON;
      for (let l = 0; l < rank; l++) has += (old[l] as number) * (gramOfOther[l * rank + k] as number);
      factor[from + k] = ((old[k] as number) * (wanted[from + k] as number)) / has;
    }
  }
}

/**
 * Returns initial factors by NNDSVDa: the larger of the positive and the negative part of each pair of singular
 * vectors. Zeros become the mean, because the updates cannot leave zero.
 */
function initialFactors(matrix: SparseMatrix, rank: number): { documents: Float64Array; terms: Float64Array } {
  const { rows, columns, values } = matrix;
  const { left, right, singular } = truncatedSvd(matrix, rank);
  const mean = values.reduce((sum, value) => sum + value, 0) / (rows * columns);
  const documents = new Float64Array(rows * rank).fill(mean);
  const terms = new Float64Array(columns * rank).fill(mean);
  for (let k = 0; k < rank; k++) {
    const u = left[k] ?? new Float64Array(rows);
    const v = right[k] ?? new Float64Array(columns);
    const sides = [1, -1].map((sign) => ({ sign, u: positiveNorm(u, sign), v: positiveNorm(v, sign) }));
    const [positive, negative] = sides;
    if (positive === undefined || negative === undefined) continue;
    const side = positive.u * positive.v >= negative.u * negative.v ? positive : negative;
    const scale = Math.sqrt((singular[k] ?? 0) * side.u * side.v);
    if (!(scale > 0)) continue;
    for (let i = 0; i < rows; i++) {
      const part = Math.max(0, side.sign * (u[i] as number)) / side.u;
      if (part > 0) documents[i * rank + k] = scale * part;
    }
    for (let j = 0; j < columns; j++) {
      const part = Math.max(0, side.sign * (v[j] as number)) / side.v;
      if (part > 0) terms[j * rank + k] = scale * part;
    }
  }
  return { documents, terms };
}

function positiveNorm(vector: Float64Array, sign: number): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + Math.max(0, sign * value) ** 2, 0));
}

/** Returns the greatest singular triplets by subspace iteration from a fixed sketch. */
function truncatedSvd(matrix: SparseMatrix, rank: number) {
  const { rows, columns } = matrix;
  const width = Math.min(rank + OVERSAMPLING, rows, columns);
  let basis = denseMatrix(columns, width);
  for (let i = 0; i < basis.values.length; i++) basis.values[i] = mix32(i + 1) / 2 ** 31;
  for (let round = 0; round < POWER_ROUNDS; round++) {
    const across = multiply(matrix, basis);
    orthonormalize(across);
    basis = multiplyTransposed(matrix, across);
    orthonormalize(basis);
  }
  // A · Q with orthonormal Q: its Gram matrix has the squared singular values, and its eigenvectors rotate Q into the
  // right vectors.
  const projected = multiply(matrix, basis);
  const { values, vectors } = symmetricEigen(gram(projected), width);
  const count = Math.min(rank, width);
  const vectorOf = (k: number) => Float64Array.from({ length: width }, (_, c) => vectors[c * width + k] as number);
  const turned = (source: { rows: number; values: Float32Array }, k: number) =>
    Float64Array.from({ length: source.rows }, (_, i) =>
      vectorOf(k).reduce((sum, part, c) => sum + part * (source.values[i * width + c] as number), 0),
    );
  const singular = Array.from({ length: count }, (_, k) => Math.sqrt(Math.max(0, values[k] as number)));
  const right = singular.map((_, k) => turned(basis, k));
  const left = singular.map((value, k) => turned(projected, k).map((entry) => (value > EPSILON ? entry / value : 0)));
  return { left, right, singular };
}
