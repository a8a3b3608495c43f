import type { Features } from "./features.ts";

/** Sparse unit vectors, one a document, in rows: terms and weights of document i are at `starts[i]` to `starts[i + 1]`. */
export interface Vectors {
  starts: Int32Array;
  terms: Int32Array;
  weights: Float64Array;
  /** Number of documents that have each term. */
  documentCounts: Int32Array;
}

/**
 * Vectors of length 1 with the weight strength × BM25's idf, ln(1 + (N − n + ½) / (n + ½)) (Robertson & Zaragoza 2009,
 * §3.2). Terms of one document only are left out: they can meet nothing.
 */
export function vectorsOf(documents: readonly Features[]): Vectors {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  for (const features of documents)
    for (const term of features.keys()) {
      const id = ids.get(term) ?? ids.size;
      if (id === ids.size) ids.set(term, id);
      counts[id] = (counts[id] ?? 0) + 1;
    }
  const starts = new Int32Array(documents.length + 1);
  const terms: number[] = [];
  const weights: number[] = [];
  documents.forEach((features, i) => {
    const from = terms.length;
    let squares = 0;
    for (const [term, strength] of features) {
      const id = ids.get(term) ?? 0;
      const count = counts[id] ?? 0;
      const weight = strength * Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
      squares += weight * weight;
      if (count < 2) continue;
      terms.push(id);
      weights.push(weight);
    }
    for (let at = from; at < weights.length; at++) weights[at] = (weights[at] ?? 0) / Math.sqrt(squares);
    starts[i + 1] = terms.length;
  });
  return {
    starts,
    terms: Int32Array.from(terms),
    weights: Float64Array.from(weights),
    documentCounts: Int32Array.from(counts),
  };
}
