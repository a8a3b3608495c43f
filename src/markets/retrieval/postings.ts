/** Compressed sparse rows of (column, weight): terms of documents, or documents of terms. */
export interface SparseRows {
  /**
   * Row r's entries in the other two arrays are at `offsets[r]`…`offsets[r + 1]`. One longer than the number of rows.
   */
  offsets: Uint32Array;
  columns: Uint32Array;
  /** Weighted term frequency, an integer of at most 255. */
  weights: Uint8Array;
}

/** Collects rows into arrays that grow by doubling: 5 bytes per entry. */
export class SparseRowsBuilder {
  private readonly offsets: number[] = [0];
  private columns = new Uint32Array(1 << 16);
  private weights = new Uint8Array(1 << 16);
  private length = 0;

  addRow(entries: Map<number, number>): void {
    if (this.length + entries.size > this.columns.length) this.grow(this.length + entries.size);
    for (const [column, weight] of entries) {
      this.columns[this.length] = column;
      this.weights[this.length] = Math.min(255, Math.max(1, Math.round(weight)));
      this.length++;
    }
    this.offsets.push(this.length);
  }

  build(): SparseRows {
    return {
      offsets: Uint32Array.from(this.offsets),
      columns: this.columns.slice(0, this.length),
      weights: this.weights.slice(0, this.length),
    };
  }

  private grow(needed: number): void {
    const size = 2 ** Math.ceil(Math.log2(needed + 1));
    const columns = new Uint32Array(size);
    const weights = new Uint8Array(size);
    columns.set(this.columns);
    weights.set(this.weights);
    this.columns = columns;
    this.weights = weights;
  }
}

/** Turns terms of documents into documents of terms, or back. Rows stay in ascending order of columns. */
export function transpose(rows: SparseRows, columnCount: number): SparseRows {
  const offsets = new Uint32Array(columnCount + 1);
  for (const column of rows.columns) offsets[column + 1] = (offsets[column + 1] ?? 0) + 1;
  for (let i = 0; i < columnCount; i++) offsets[i + 1] = (offsets[i + 1] ?? 0) + (offsets[i] ?? 0);
  const next = offsets.slice(0, columnCount);
  const columns = new Uint32Array(rows.columns.length);
  const weights = new Uint8Array(rows.columns.length);
  for (let row = 0; row + 1 < rows.offsets.length; row++) {
    for (let at = rows.offsets[row] ?? 0; at < (rows.offsets[row + 1] ?? 0); at++) {
      const column = rows.columns[at] ?? 0;
      const place = next[column] ?? 0;
      columns[place] = row;
      weights[place] = rows.weights[at] ?? 0;
      next[column] = place + 1;
    }
  }
  return { offsets, columns, weights };
}
