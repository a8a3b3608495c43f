/** BM25's constants as its authors give them (Robertson and Zaragoza 2009, "The probabilistic relevance framework", 4.2). */
export const BM25 = { k1: 1.2, b: 0.75 } as const;

/**
 * Robertson and Spärck Jones' weight of a term in the form that is never negative (Lucene's): ln(1 + (N − n + ½) / (n + ½)).
 * @param documents N, of the whole collection
 * @param having n, those that have the term
 */
export function inverseDocumentFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

/** Returns the part of the denominator that depends on a document's length; k1 for a document of average length. */
export function lengthNorm(length: number, averageLength: number): number {
  return BM25.k1 * (1 - BM25.b + (BM25.b * length) / averageLength);
}

/**
 * Returns a term's part of a document's score.
 * @param gain the term's weight in the query times its inverse document frequency
 * @param norm the document's `lengthNorm`
 */
export function termScore(gain: number, frequency: number, norm: number): number {
  return (gain * (BM25.k1 + 1) * frequency) / (frequency + norm);
}
