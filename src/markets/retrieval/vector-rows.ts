import { normalize } from "#providers/embeddings/embeddings-provider";

/** Vectors of one length in consecutive blocks, so that adding vectors does not copy the existing ones. */
export class VectorRows {
  readonly size: number;

  constructor(
    readonly dimensions: number,
    readonly blocks: readonly Float32Array[],
  ) {
    this.size = blocks.reduce((sum, block) => sum + block.length / dimensions, 0);
  }

  /** Returns a vector by its number, as a view. Undefined beyond the last. */
  at(row: number): Float32Array | undefined {
    let from = row * this.dimensions;
    for (const block of this.blocks) {
      if (from < block.length) return block.subarray(from, from + this.dimensions);
      from -= block.length;
    }
    return undefined;
  }

  /** Adds a multiple of a vector to a sum. Does nothing beyond the last vector. */
  addTo(sum: Float32Array, row: number, scale: number): void {
    const { dimensions } = this;
    let from = row * dimensions;
    for (const block of this.blocks) {
      if (from < block.length) {
        for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] as number) + scale * (block[from + d] as number);
        return;
      }
      from -= block.length;
    }
  }

  /** Returns all vectors in one array. */
  joined(): Float32Array {
    const [first, ...others] = this.blocks;
    if (first !== undefined && others.length === 0) return first;
    const all = new Float32Array(this.size * this.dimensions);
    let at = 0;
    for (const block of this.blocks) {
      all.set(block, at);
      at += block.length;
    }
    return all;
  }

  /** Returns the cosines of a unit vector with all rows, which must be unit vectors too. */
  cosines(unit: Float32Array): Float32Array {
    const { dimensions } = this;
    const scores = new Float32Array(this.size);
    let row = 0;
    for (const block of this.blocks)
      for (let from = 0; from < block.length; from += dimensions) {
        let dot = 0;
        for (let d = 0; d < dimensions; d++) dot += (block[from + d] as number) * (unit[d] as number);
        scores[row++] = dot;
      }
    return scores;
  }

  /** Returns the direction of the sum of some rows. */
  mean(rows: readonly number[]): Float32Array {
    const mean = new Float32Array(this.dimensions);
    for (const row of rows) {
      const vector = this.at(row);
      for (let d = 0; d < this.dimensions; d++) mean[d] = (mean[d] as number) + (vector?.[d] ?? 0);
    }
    return normalize(mean);
  }
}
