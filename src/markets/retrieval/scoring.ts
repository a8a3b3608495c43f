import { lengthNorms, termScore } from "#foundation/language/bm25";
import type { DirectoryIndex } from "./directory-index.ts";

/** A term of the directory with its weight in a query. */
export type QueryTerm = [term: number, weight: number];

/**
 * BM25 scores of all companies for weighted terms over weighted fields. As in BM25F, fields are summed before
 * saturation.
 */
export function bm25(index: DirectoryIndex, query: Iterable<QueryTerm>): Float32Array {
  const scores = new Float32Array(index.size);
  const { lengthCodes } = index;
  const norms = lengthNorms(index.averageLength);
  for (const [term, weight] of query) {
    const gain = weight * index.inverseDocumentFrequency(term);
    for (const { parts, first } of index.blocks) {
      const { offsets, columns, weights } = parts.postings;
      for (let at = offsets[term] ?? 0; at < (offsets[term + 1] ?? 0); at++) {
        const document = first + (columns[at] as number);
        const norm = norms[lengthCodes[document] as number] as number;
        scores[document] = (scores[document] as number) + termScore(gain, weights[at] as number, norm);
      }
    }
  }
  return index.withoutGone(scores);
}

/**
 * Returns words that distinguish the given companies from the rest. A word's weight is its part of the Kullback–Leibler
 * divergence between the companies' average language model and the directory's (Carpineto et al. 2001, "An
 * information-theoretic approach to automatic query expansion"). With more than two companies, a word of only one of
 * them is left out. It identifies that company, not the kind.
 * @returns at most `count` terms, weights scaled so that the greatest is 1
 */
export function divergentTerms(index: DirectoryIndex, documents: number[], count: number): QueryTerm[] {
  const model = new Map<number, number>();
  const holders = new Map<number, number>();
  for (const document of documents) {
    const length = Math.max(1, index.lengths[document] ?? 1);
    for (const [term, weight] of index.wordsOf(document)) {
      model.set(term, (model.get(term) ?? 0) + weight / length / documents.length);
      holders.set(term, (holders.get(term) ?? 0) + 1);
    }
  }
  const scored: QueryTerm[] = [];
  for (const [term, probability] of model) {
    if (documents.length > 2 && (holders.get(term) ?? 0) < 2) continue;
    const background = (index.countOf(term) ?? 1) / index.occurrences;
    const divergence = probability * Math.log(probability / background);
    if (divergence > 0) scored.push([term, divergence]);
  }
  scored.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const best = scored.slice(0, count);
  const greatest = best[0]?.[1] ?? 1;
  return best.map(([term, divergence]) => [term, divergence / greatest]);
}

/** Returns the document numbers of the greatest positive scores among the allowed companies, best first; ties by id. */
export function topDocuments(
  { values: { ids } }: DirectoryIndex,
  scores: Float32Array,
  limit: number,
  allowed?: Uint8Array,
): number[] {
  const best: number[] = [];
  let floor = 0;
  const compact = () => {
    best.sort(
      (a, b) => (scores[b] as number) - (scores[a] as number) || (ids[a] as number) - (ids[b] as number) || a - b,
    );
    best.length = Math.min(best.length, limit);
    if (best.length === limit) floor = scores[best[limit - 1] as number] as number;
  };
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    // Changed companies are numbered last and may have smaller ids than earlier documents with the same score.
    if (score < floor || score <= 0 || (allowed && !allowed[document])) continue;
    best.push(document);
    if (best.length >= 2 * limit + 64) compact();
  }
  compact();
  return best;
}
