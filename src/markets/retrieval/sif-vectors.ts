import type { WordVectors } from "#foundation/language/word-vectors";
import { normalize } from "#providers/embeddings/embeddings-provider";
import type { SparseRows } from "./postings.ts";
import { VectorRows } from "./vector-rows.ts";

/** The paper's parameter a. Words that are much more frequent than this get little weight. */
const SMOOTHING = 1e-3;
const POWER_ITERATIONS = 12;
/** Number of documents for the estimate of the common direction. */
const SAMPLE = 5_000;

/**
 * Vectors of texts as averages of their words' vectors, each weighted by a / (a + p(word)), without the direction
 * common to all texts. This is smooth inverse frequency (Arora, Liang and Ma 2017, "A simple but tough-to-beat baseline
 * for sentence embeddings").
 */
export class SifVectors {
  readonly dimensions: number;
  private readonly wordWeights: Float32Array;

  /**
   * @param words one vector per word; zero for a word without a vector
   * @param counts occurrences of each word
   * @param documents one unit vector per document; zero where no word is known
   * @param common the direction common to all documents, a unit vector
   * @param wordWeights the weights of these counts, if already computed
   */
  constructor(
    readonly words: VectorRows,
    private readonly counts: Float64Array,
    readonly documents: VectorRows,
    readonly common: Float32Array,
    wordWeights?: Float32Array,
  ) {
    this.dimensions = words.dimensions;
    this.wordWeights = wordWeights ?? weightsOf(counts);
  }

  /** Returns the same words with other documents. */
  withDocuments(documents: VectorRows): SifVectors {
    return new SifVectors(this.words, this.counts, documents, this.common, this.wordWeights);
  }

  /** Computes the vectors of all documents from their words. */
  static of({ dimensions, vectors }: WordVectors, counts: Float64Array, rows: SparseRows): SifVectors {
    const size = rows.offsets.length - 1;
    const documents = new Float32Array(size * dimensions);
    const common = new Float32Array(dimensions);
    const words = new VectorRows(dimensions, [vectors]);
    const sif = new SifVectors(words, counts, new VectorRows(dimensions, [documents]), common);
    const row = (document: number) => documents.subarray(document * dimensions, (document + 1) * dimensions);
    for (let document = 0; document < size; document++) {
      sif.addRow(row(document), rows, document);
    }
    common.set(commonDirection(documents, dimensions));
    for (let document = 0; document < size; document++) sif.withoutCommon(row(document));
    return sif;
  }

  /**
   * Returns the vectors of further documents by these words, row by row, as `of` makes them. The weights of words and
   * the common direction stay as they were learned. Words without a vector are ignored.
   */
  documentVectors(rows: SparseRows): Float32Array {
    const size = rows.offsets.length - 1;
    const made = new Float32Array(size * this.dimensions);
    for (let document = 0; document < size; document++) {
      const row = made.subarray(document * this.dimensions, (document + 1) * this.dimensions);
      this.addRow(row, rows, document);
      this.withoutCommon(row);
    }
    return made;
  }

  /** Returns the unit vector of weighted words (term number → weight); zero when none has a vector. */
  vectorOf(terms: Iterable<[term: number, weight: number]>): Float32Array {
    const sum = new Float32Array(this.dimensions);
    for (const [term, weight] of terms) this.addWord(sum, term, weight);
    normalize(sum);
    return this.withoutCommon(sum);
  }

  /**
   * Returns the cosine of a text of these words with a unit vector. Null when a word has no number, because no company
   * uses it.
   */
  cosine(terms: (number | undefined)[], unit: Float32Array): number | null {
    const known = terms.filter((term) => term !== undefined);
    if (known.length < terms.length) return null;
    const vector = this.vectorOf(known.map((term) => [term, 1]));
    let dot = 0;
    for (let d = 0; d < this.dimensions; d++) dot += (vector[d] as number) * (unit[d] as number);
    return dot;
  }

  private addRow(sum: Float32Array, rows: SparseRows, document: number): void {
    for (let at = rows.offsets[document] ?? 0; at < (rows.offsets[document + 1] ?? 0); at++) {
      // The logarithm limits the weight of frequent words.
      this.addWord(sum, rows.columns[at] ?? 0, 1 + Math.log(rows.weights[at] ?? 1));
    }
    normalize(sum);
  }

  private addWord(sum: Float32Array, term: number, weight: number): void {
    this.words.addTo(sum, term, weight * (this.wordWeights[term] ?? 0));
  }

  private withoutCommon(vector: Float32Array): Float32Array {
    let along = 0;
    for (let d = 0; d < this.dimensions; d++) along += (vector[d] as number) * (this.common[d] as number);
    for (let d = 0; d < this.dimensions; d++) vector[d] = (vector[d] as number) - along * (this.common[d] as number);
    return normalize(vector);
  }
}

/** Returns each word's weight by Arora, Liang and Ma. */
function weightsOf(counts: Float64Array): Float32Array {
  let total = 0;
  for (const count of counts) total += count;
  return Float32Array.from(counts, (count) => SMOOTHING / (SMOOTHING + count / Math.max(1, total)));
}

/** First right singular vector of the documents' matrix by power iteration, on an even sample. */
function commonDirection(documents: Float32Array, dimensions: number): Float32Array {
  const size = documents.length / dimensions;
  const step = Math.max(1, Math.floor(size / SAMPLE));
  let direction = normalize(new Float32Array(dimensions).fill(1));
  for (let iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
    const next = new Float32Array(dimensions);
    for (let document = 0; document < size; document += step) {
      const from = document * dimensions;
      let along = 0;
      for (let d = 0; d < dimensions; d++) along += (documents[from + d] as number) * (direction[d] as number);
      for (let d = 0; d < dimensions; d++) next[d] = (next[d] as number) + along * (documents[from + d] as number);
    }
    direction = normalize(next);
  }
  return direction;
}
