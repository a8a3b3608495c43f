import type { SparseMatrix } from "./matrix.ts";

/** Documents as sequences of word numbers, one after another. */
export interface TrainingCorpus {
  tokens: Uint32Array;
  /** Start of each document in `tokens`, then the end: one entry more than there are documents. */
  offsets: Uint32Array;
  /** Occurrences of each word. */
  counts: Float64Array;
}

export interface PpmiOptions {
  /** Widest distance of a context word; nearer ones count more, by (window + 1 − distance) / window as in word2vec. */
  window: number;
  /** Frequency above which occurrences count less, as word2vec skips them. */
  subsample: number;
  /** Power that flattens the contexts' distribution. */
  smoothing: number;
  /** How many times likelier than by chance a pair must be to count. */
  shift: number;
}

/**
 * Returns the positive pointwise mutual information of words and context words.
 * Levy, Goldberg and Dagan carried the settings over from word2vec (2015, "Improving distributional similarity with
 * lessons learned from word embeddings").
 *
 * @param rowOf number of a word's row and column, or -1 for words that take no part.
 */
export function ppmiMatrix(
  corpus: TrainingCorpus,
  rowOf: Int32Array,
  size: number,
  options: PpmiOptions,
): SparseMatrix {
  const pairs = countPairs(corpus, rowOf, size, options);
  const rowSums = new Float64Array(size);
  let total = 0;
  for (let row = 0; row < size; row++) {
    for (let at = pairs.offsets[row] as number; at < (pairs.offsets[row + 1] as number); at++)
      rowSums[row] = (rowSums[row] as number) + (pairs.values[at] as number);
    total += rowSums[row] as number;
  }
  let smoothedTotal = 0;
  for (const sum of rowSums) smoothedTotal += sum ** options.smoothing;
  const offsets = new Uint32Array(size + 1);
  let length = 0;
  for (let row = 0; row < size; row++) {
    for (let at = pairs.offsets[row] as number; at < (pairs.offsets[row + 1] as number); at++) {
      const column = pairs.indices[at] as number;
      const joint = (pairs.values[at] as number) / total;
      const chance =
        ((rowSums[row] as number) / total) * ((rowSums[column] as number) ** options.smoothing / smoothedTotal);
      const information = Math.log(joint / chance / options.shift);
      if (!(information > 0)) continue;
      pairs.indices[length] = column;
      pairs.values[length] = information;
      length++;
    }
    offsets[row + 1] = length;
  }
  return {
    rows: size,
    columns: size,
    offsets,
    indices: pairs.indices.subarray(0, length),
    values: pairs.values.subarray(0, length),
  };
}

/** Counts weighted pairs: first every single occurrence by row (counting sort), then the sums of each row. */
function countPairs(
  { tokens, offsets, counts }: TrainingCorpus,
  rowOf: Int32Array,
  size: number,
  options: PpmiOptions,
): SparseMatrix {
  const { window, subsample } = options;
  let words = 0;
  for (const count of counts) words += count;
  const kept = Float32Array.from(counts, (count) => Math.min(1, Math.sqrt((subsample * words) / Math.max(1, count))));
  const meetings = new Uint32Array(size + 1);
  eachMeeting((row) => {
    meetings[row + 1] = (meetings[row + 1] as number) + 1;
  });
  for (let row = 0; row < size; row++) meetings[row + 1] = (meetings[row + 1] as number) + (meetings[row] as number);
  const next = meetings.slice(0, size);
  const all = meetings[size] as number;
  const columns = new Uint32Array(all);
  const weights = new Float32Array(all);
  eachMeeting((row, column, weight) => {
    const place = next[row] as number;
    columns[place] = column;
    weights[place] = weight;
    next[row] = place + 1;
  });
  const sums = new Float32Array(size);
  const rowOffsets = new Uint32Array(size + 1);
  let length = 0;
  for (let row = 0; row < size; row++) {
    const from = meetings[row] as number;
    const to = meetings[row + 1] as number;
    const touched: number[] = [];
    for (let at = from; at < to; at++) {
      const column = columns[at] as number;
      if (sums[column] === 0) touched.push(column);
      sums[column] = (sums[column] as number) + (weights[at] as number);
    }
    for (const column of touched) {
      columns[length] = column;
      weights[length] = sums[column] as number;
      sums[column] = 0;
      length++;
    }
    rowOffsets[row + 1] = length;
  }
  return {
    rows: size,
    columns: size,
    offsets: rowOffsets,
    indices: columns.subarray(0, length),
    values: weights.subarray(0, length),
  };

  function eachMeeting(visit: (row: number, column: number, weight: number) => void): void {
    for (let document = 0; document + 1 < offsets.length; document++) {
      const end = offsets[document + 1] as number;
      for (let i = offsets[document] as number; i < end; i++) {
        const word = tokens[i] as number;
        const row = rowOf[word] as number;
        if (row < 0) continue;
        const last = Math.min(end - 1, i + window);
        for (let j = i + 1; j <= last; j++) {
          const other = tokens[j] as number;
          const column = rowOf[other] as number;
          if (column < 0 || column === row) continue;
          const weight = ((window + 1 - (j - i)) / window) * (kept[word] as number) * (kept[other] as number);
          visit(row, column, weight);
          visit(column, row, weight);
        }
      }
    }
  }
}
