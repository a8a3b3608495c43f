import { inverseDocumentFrequency } from "#foundation/language/bm25";
import type { Features } from "./features.ts";

/**
 * Sparse unit vectors by rows, one for each document. Terms and weights of document i are at `starts[i]` to `starts[i +
 * 1]`, rarest terms first. Terms are numbered from the rarest.
 */
export interface Vectors {
  starts: Int32Array;
  terms: Int32Array;
  weights: Float64Array;
  /** Number of documents that have each term. */
  documentCounts: Int32Array;
}

/**
 * Makes vectors of length 1 with the weight strength × BM25's inverse document frequency. Omits terms of only one
 * document, because they match no other document.
 */
export function vectorsOf(documents: readonly Features[]): Vectors {
  const { numbers, counts } = rarestFirst(documents);
  const starts = new Int32Array(documents.length + 1);
  const terms: number[] = [];
  const weights: number[] = [];
  documents.forEach((features, i) => {
    let squares = 0;
    const own: { term: number; weight: number }[] = [];
    for (const [word, strength] of features) {
      const term = numbers.get(word) ?? 0;
      const count = counts[term] ?? 0;
      const weight = strength * inverseDocumentFrequency(documents.length, count);
      squares += weight * weight;
      if (count > 1) own.push({ term, weight });
    }
    own.sort((a, b) => a.term - b.term);
    for (const { term, weight } of own) {
      terms.push(term);
      weights.push(weight / Math.sqrt(squares));
    }
    starts[i + 1] = terms.length;
  });
  return { starts, terms: Int32Array.from(terms), weights: Float64Array.from(weights), documentCounts: counts };
}

/** Numbers the words of all documents by their document counts; ties go to the word that appears first. */
function rarestFirst(documents: readonly Features[]): { numbers: Map<string, number>; counts: Int32Array } {
  const known = new Map<string, number>();
  for (const features of documents) for (const word of features.keys()) known.set(word, (known.get(word) ?? 0) + 1);
  const words = [...known].sort(([, a], [, b]) => a - b);
  return {
    numbers: new Map(words.map(([word], number) => [word, number])),
    counts: Int32Array.from(words, ([, count]) => count),
  };
}
