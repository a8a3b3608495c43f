import type { Vectors } from "./vectors.ts";

/** An undirected weighted graph in rows; every edge stands in both rows. */
export interface Graph {
  starts: Int32Array;
  targets: Int32Array;
  weights: Float64Array;
}

export interface NeighbourOptions {
  /** Least cosine of an edge. */
  minSimilarity: number;
  /** A document keeps its most similar ones, and is kept by those that keep it. */
  maxNeighbours: number;
  /** Places in the posting lists looked at for one document, rarest terms first: bounds the work on frequent words. */
  maxPostings: number;
}

/** The graph of similar documents, by an inverted index over their terms. */
export function neighbourGraph(vectors: Vectors, options: NeighbourOptions): Graph {
  const size = vectors.starts.length - 1;
  const postings = postingsOf(vectors);
  const scores = new Float64Array(size);
  const edges: [a: number, b: number, weight: number][][] = Array.from({ length: size }, () => []);
  for (let i = 0; i < size; i++) {
    const touched: number[] = [];
    let looked = 0;
    for (const at of rarestFirst(vectors, i)) {
      const term = vectors.terms[at] ?? 0;
      looked += vectors.documentCounts[term] ?? 0;
      if (looked > options.maxPostings && touched.length > 0) break;
      const weight = vectors.weights[at] ?? 0;
      for (let p = postings.starts[term] ?? 0; p < (postings.starts[term + 1] ?? 0); p++) {
        const j = postings.documents[p] ?? 0;
        if (scores[j] === 0) touched.push(j);
        scores[j] = (scores[j] ?? 0) + weight * (postings.weights[p] ?? 0);
      }
    }
    const near = touched
      .filter((j) => j !== i && (scores[j] ?? 0) >= options.minSimilarity)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, options.maxNeighbours);
    for (const j of near) edges[Math.min(i, j)]?.push([Math.min(i, j), Math.max(i, j), scores[j] ?? 0]);
    for (const j of touched) scores[j] = 0;
  }
  return graphOf(size, edges);
}

function rarestFirst(vectors: Vectors, i: number): number[] {
  const at: number[] = [];
  for (let p = vectors.starts[i] ?? 0; p < (vectors.starts[i + 1] ?? 0); p++) at.push(p);
  const count = (p: number) => vectors.documentCounts[vectors.terms[p] ?? 0] ?? 0;
  return at.sort((a, b) => count(a) - count(b) || (vectors.terms[a] ?? 0) - (vectors.terms[b] ?? 0));
}

function postingsOf(vectors: Vectors) {
  const starts = new Int32Array(vectors.documentCounts.length + 1);
  for (const term of vectors.terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let t = 0; t < vectors.documentCounts.length; t++) starts[t + 1] = (starts[t + 1] ?? 0) + (starts[t] ?? 0);
  const next = starts.slice();
  const documents = new Int32Array(vectors.terms.length);
  const weights = new Float64Array(vectors.terms.length);
  for (let i = 0; i + 1 < vectors.starts.length; i++)
    for (let p = vectors.starts[i] ?? 0; p < (vectors.starts[i + 1] ?? 0); p++) {
      const term = vectors.terms[p] ?? 0;
      const place = next[term] ?? 0;
      documents[place] = i;
      weights[place] = vectors.weights[p] ?? 0;
      next[term] = place + 1;
    }
  return { starts, documents, weights };
}

/** A graph of edges listed under their smaller end; of an edge found from both ends the larger weight holds. */
export function graphOf(size: number, edges: readonly (readonly [number, number, number])[][]): Graph {
  const rows: Map<number, number>[] = Array.from({ length: size }, () => new Map());
  for (const list of edges)
    for (const [a, b, weight] of list)
      if (weight > (rows[a]?.get(b) ?? 0)) {
        rows[a]?.set(b, weight);
        rows[b]?.set(a, weight);
      }
  const starts = new Int32Array(size + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = (starts[i] ?? 0) + row.size;
  });
  const targets = new Int32Array(starts[size] ?? 0);
  const weights = new Float64Array(starts[size] ?? 0);
  rows.forEach((row, i) => {
    let at = starts[i] ?? 0;
    for (const [target, weight] of [...row].sort(([a], [b]) => a - b)) {
      targets[at] = target;
      weights[at++] = weight;
    }
  });
  return { starts, targets, weights };
}
