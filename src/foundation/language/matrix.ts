/** A sparse matrix in rows. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  /** Row r's entries are those from `offsets[r]` to `offsets[r + 1]`. */
  offsets: Uint32Array;
  indices: Uint32Array;
  values: Float32Array;
}

/** A dense matrix, row after row. */
export interface DenseMatrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

export function denseMatrix(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float32Array(rows * columns) };
}

/** A · X. */
export function multiply(a: SparseMatrix, x: DenseMatrix): DenseMatrix {
  const product = denseMatrix(a.rows, x.columns);
  const width = x.columns;
  for (let row = 0; row < a.rows; row++) {
    const out = row * width;
    for (let at = a.offsets[row] as number; at < (a.offsets[row + 1] as number); at++) {
      const value = a.values[at] as number;
      const from = (a.indices[at] as number) * width;
      for (let c = 0; c < width; c++)
        product.values[out + c] = (product.values[out + c] as number) + value * (x.values[from + c] as number);
    }
  }
  return product;
}

/** Aᵀ · X. */
export function multiplyTransposed(a: SparseMatrix, x: DenseMatrix): DenseMatrix {
  const product = denseMatrix(a.columns, x.columns);
  const width = x.columns;
  for (let row = 0; row < a.rows; row++) {
    const from = row * width;
    for (let at = a.offsets[row] as number; at < (a.offsets[row + 1] as number); at++) {
      const value = a.values[at] as number;
      const out = (a.indices[at] as number) * width;
      for (let c = 0; c < width; c++)
        product.values[out + c] = (product.values[out + c] as number) + value * (x.values[from + c] as number);
    }
  }
  return product;
}

/** Makes the columns orthonormal in place: modified Gram–Schmidt, twice for numerical safety. A null column becomes zero. */
export function orthonormalize({ rows, columns, values }: DenseMatrix): void {
  // Works column by column in contiguous memory: the transposed copy is several times faster.
  const vectors = Array.from({ length: columns }, (_, c) =>
    Float64Array.from({ length: rows }, (_, r) => values[r * columns + c] as number),
  );
  for (const [c, vector] of vectors.entries()) {
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < c; k++) {
        const other = vectors[k] as Float64Array;
        const along = dot(vector, other);
        for (let r = 0; r < rows; r++) vector[r] = (vector[r] as number) - along * (other[r] as number);
      }
    }
    const length = Math.sqrt(dot(vector, vector));
    for (let r = 0; r < rows; r++) vector[r] = length > 1e-9 ? (vector[r] as number) / length : 0;
    for (let r = 0; r < rows; r++) values[r * columns + c] = vector[r] as number;
  }
}

/** The inner product of two vectors of equal length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Xᵀ · X, a small symmetric matrix in double precision, row after row. */
export function gram({ rows, columns, values }: DenseMatrix): Float64Array {
  const product = new Float64Array(columns * columns);
  for (let r = 0; r < rows; r++) {
    const from = r * columns;
    for (let i = 0; i < columns; i++) {
      const value = values[from + i] as number;
      for (let j = i; j < columns; j++)
        product[i * columns + j] = (product[i * columns + j] as number) + value * (values[from + j] as number);
    }
  }
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < i; j++) product[i * columns + j] = product[j * columns + i] as number;
  return product;
}

const MAX_SWEEPS = 30;

/**
 * Returns eigenvalues, greatest first, and eigenvectors of a symmetric matrix by cyclic Jacobi rotations (Golub and Van
 * Loan, "Matrix computations", 8.5). `vectors[r * size + k]` is component r of eigenvector k.
 */
export function symmetricEigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let i = 0; i < size; i++) {
      diagonal += (a[i * size + i] as number) ** 2;
      for (let j = 0; j < i; j++) off += (a[i * size + j] as number) ** 2;
    }
    if (off <= 1e-18 * diagonal) break;
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(p, q);
  }
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => (a[j * size + j] as number) - (a[i * size + i] as number),
  );
  const vectors = new Float64Array(size * size);
  for (const [k, from] of order.entries())
    for (let r = 0; r < size; r++) vectors[r * size + k] = v[r * size + from] as number;
  return { values: Float64Array.from(order, (i) => a[i * size + i] as number), vectors };

  function rotate(p: number, q: number): void {
    const apq = a[p * size + q] as number;
    if (apq === 0) return;
    const theta = ((a[q * size + q] as number) - (a[p * size + p] as number)) / (2 * apq);
    const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    for (let k = 0; k < size; k++) {
      const akp = a[k * size + p] as number;
      const akq = a[k * size + q] as number;
      a[k * size + p] = c * akp - s * akq;
      a[k * size + q] = s * akp + c * akq;
    }
    for (let k = 0; k < size; k++) {
      const apk = a[p * size + k] as number;
      const aqk = a[q * size + k] as number;
      a[p * size + k] = c * apk - s * aqk;
      a[q * size + k] = s * apk + c * aqk;
      const vkp = v[k * size + p] as number;
      const vkq = v[k * size + q] as number;
      v[k * size + p] = c * vkp - s * vkq;
      v[k * size + q] = s * vkp + c * vkq;
    }
  }
}
