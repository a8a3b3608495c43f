/**
 * A matrix by rows, small enough for plain loops. These three functions are too little for a matrix library, which
 * every installation would carry for them.
 */
export type Rows = Float64Array[];

/**
 * Returns the lower triangle L of a symmetric positive definite matrix, A = L·Lᵀ (Cholesky).
 * @throws RangeError for a matrix that is not positive definite
 */
export function cholesky(a: Rows): Rows {
  const lower: Rows = a.map((row) => new Float64Array(row.length));
  for (const [i, row] of a.entries()) {
    const li = lower[i] as Float64Array;
    for (let j = 0; j <= i; j++) {
      const lj = lower[j] as Float64Array;
      let sum = row[j] as number;
      for (let k = 0; k < j; k++) sum -= (li[k] as number) * (lj[k] as number);
      if (i !== j) li[j] = sum / (lj[j] as number);
      else if (sum > 0) li[j] = Math.sqrt(sum);
      else throw new RangeError("The matrix is not positive definite.");
    }
  }
  return lower;
}

/** Solves L·x = b for x. */
export function solveLower(lower: Rows, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (const [i, row] of lower.entries()) {
    let sum = x[i] as number;
    for (let k = 0; k < i; k++) sum -= (row[k] as number) * (x[k] as number);
    x[i] = sum / (row[i] as number);
  }
  return x;
}

/** Solves Lᵀ·x = b for x. */
export function solveUpper(lower: Rows, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  for (let i = lower.length - 1; i >= 0; i--) {
    let sum = x[i] as number;
    for (let k = i + 1; k < lower.length; k++) sum -= ((lower[k] as Float64Array)[i] as number) * (x[k] as number);
    x[i] = sum / ((lower[i] as Float64Array)[i] as number);
  }
  return x;
}
