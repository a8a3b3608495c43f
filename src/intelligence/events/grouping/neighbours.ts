import type { Vectors } from "./vectors.ts";

/** An undirected weighted graph by rows; every edge is in both rows. */
export interface Graph {
  starts: Int32Array;
  targets: Int32Array;
  weights: Float64Array;
}

export interface NeighbourOptions {
  /** Minimum cosine of an edge. */
  minSimilarity: number;
  /** Number of most similar documents that are kept for each document. The graph also has the reverse edges. */
  maxNeighbours: number;
  /** Maximum posting-list entries read for one document, rarest terms first. It limits the work on frequent words. */
  maxPostings: number;
}

/** Builds the graph of similar documents with an inverted index over their terms. */
export function neighbourGraph(vectors: Vectors, options: NeighbourOptions): Graph {
  const size = vectors.starts.length - 1;
  const postings = postingsOf(vectors);
  const scores = new Float64Array(size);
  /** Documents with a common term, in the first `count` places. */
  const touched = new Int32Array(size);
  const kept: { [part in keyof Edges]: number[] } = { sources: [], targets: [], weights: [] };
  for (let i = 0; i < size; i++) {
    let count = 0;
    let looked = 0;
    for (let at = vectors.starts[i] ?? 0; at < (vectors.starts[i + 1] ?? 0); at++) {
      const term = vectors.terms[at] ?? 0;
      looked += vectors.documentCounts[term] ?? 0;
      if (looked > options.maxPostings && count > 0) break;
      const weight = vectors.weights[at] ?? 0;
      const end = postings.starts[term + 1] ?? 0;
      for (let p = postings.starts[term] ?? 0; p < end; p++) {
        const j = postings.documents[p] ?? 0;
        const score = scores[j] ?? 0;
        if (score === 0) touched[count++] = j;
        scores[j] = score + weight * (postings.weights[p] ?? 0);
      }
    }
    const near: { document: number; score: number }[] = [];
    for (let at = 0; at < count; at++) {
      const document = touched[at] ?? 0;
      const score = scores[document] ?? 0;
      scores[document] = 0;
      if (score >= options.minSimilarity && document !== i) near.push({ document, score });
    }
    near.sort((a, b) => b.score - a.score || a.document - b.document);
    for (const { document, score } of near.slice(0, options.maxNeighbours)) {
      kept.sources.push(i);
      kept.targets.push(document);
      kept.weights.push(score);
    }
  }
  return graphOf(size, kept);
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

/** Directed edges. */
interface Edges {
  sources: ArrayLike<number>;
  targets: ArrayLike<number>;
  weights: ArrayLike<number>;
}

/** Sorts edges by target, stable within a target (a counting sort). */
function byTarget({ sources, targets, weights }: Edges, size: number) {
  const next = new Int32Array(size + 1);
  for (let e = 0; e < targets.length; e++) next[(targets[e] ?? 0) + 1] = (next[(targets[e] ?? 0) + 1] ?? 0) + 1;
  for (let node = 0; node < size; node++) next[node + 1] = (next[node + 1] ?? 0) + (next[node] ?? 0);
  const sorted = {
    sources: new Int32Array(targets.length),
    targets: new Int32Array(targets.length),
    weights: new Float64Array(targets.length),
  };
  for (let e = 0; e < targets.length; e++) {
    const target = targets[e] ?? 0;
    const place = next[target] ?? 0;
    next[target] = place + 1;
    sorted.sources[place] = sources[e] ?? 0;
    sorted.targets[place] = target;
    sorted.weights[place] = weights[e] ?? 0;
  }
  return sorted;
}

/** Builds the graph of these edges in both directions. An edge that was found from both ends has the larger weight. */
function graphOf(size: number, { sources, targets, weights }: { [part in keyof Edges]: number[] }): Graph {
  const both = {
    sources: sources.concat(targets),
    targets: targets.concat(sources),
    weights: weights.concat(weights),
  };
  const ordered = byTarget(both, size);
  // Sorts by source as well; within a source, the edges stay sorted by target.
  const rows = byTarget({ ...ordered, sources: ordered.targets, targets: ordered.sources }, size);
  const graph = {
    starts: new Int32Array(size + 1),
    targets: new Int32Array(rows.targets.length),
    weights: new Float64Array(rows.targets.length),
  };
  let count = 0;
  for (let e = 0; e < rows.targets.length; e++) {
    const [source, target, weight] = [rows.targets[e] ?? 0, rows.sources[e] ?? 0, rows.weights[e] ?? 0];
    const isTwin = e > 0 && rows.targets[e - 1] === source && rows.sources[e - 1] === target;
    if (!isTwin) graph.targets[count++] = target;
    graph.weights[count - 1] = isTwin ? Math.max(graph.weights[count - 1] ?? 0, weight) : weight;
    graph.starts[source + 1] = count;
  }
  // A document without edges has an empty row.
  for (let node = 0; node < size; node++)
    graph.starts[node + 1] = Math.max(graph.starts[node + 1] ?? 0, graph.starts[node] ?? 0);
  return { starts: graph.starts, targets: graph.targets.slice(0, count), weights: graph.weights.slice(0, count) };
}
