import type { IndexedCompany } from "#companies/directory-company";
import type { WordVectors } from "#foundation/language/word-vectors";
import { normalize } from "#providers/embeddings/embeddings-provider";
import { DirectoryIndex, type IndexParts, type VectorSpace } from "./directory-index.ts";
import { embeddingText } from "./embedding-text.ts";
import { type SparseRows, transpose } from "./postings.ts";
import { SifVectors } from "./sif-vectors.ts";
import { TextCollector } from "./text-collector.ts";

/** What has changed in a directory since an index of it was made. */
export interface DirectoryChanges {
  /** New companies, and those whose record is another one now, by ascending id. */
  changed: IndexedCompany[];
  /** Ids of companies that are gone. */
  gone: number[];
}

/** Bytes of a digest. */
const DIGEST_BYTES = 16;
/** Companies that are read at a time: a few hundredths of a second, between which the process answers others. */
const READ_AT_ONCE = 64;

const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Companies that follow each other in the new index, from the old one or from the changed ones. */
interface Stretch {
  isNew: boolean;
  /** Rows there: from here on, up to but not including `to`. */
  from: number;
  to: number;
}

/** The new order, by ascending id: what stayed, in long stretches, and what changed in between. */
function stretchesOf(ids: Float64Array, { changed, gone }: DirectoryChanges): Stretch[] {
  const left = new Set([...gone, ...changed.map(({ id }) => id)]);
  const stretches: Stretch[] = [];
  const add = (isNew: boolean, row: number) => {
    const last = stretches.at(-1);
    if (last !== undefined && last.isNew === isNew && last.to === row) last.to++;
    else stretches.push({ isNew, from: row, to: row + 1 });
  };
  let next = 0;
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row] as number;
    for (; next < changed.length && (changed[next]?.id ?? 0) < id; next++) add(true, next);
    if (!left.has(id)) add(false, row);
  }
  for (; next < changed.length; next++) add(true, next);
  return stretches;
}

interface Copied<A> {
  length: number;
  set(from: A, at: number): void;
  subarray(from: number, to: number): A;
}

/** The rows of two arrays in the new order. @param width entries of a row */
function joined<A extends Copied<A>>(
  stretches: Stretch[],
  old: A,
  fresh: A,
  width: number,
  make: (length: number) => A,
): A {
  const rows = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const result = make(rows * width);
  let at = 0;
  for (const { isNew, from, to } of stretches) {
    result.set((isNew ? fresh : old).subarray(from * width, to * width), at);
    at += (to - from) * width;
  }
  return result;
}

function joinedRows(stretches: Stretch[], old: SparseRows, fresh: SparseRows): SparseRows {
  const rows = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const offsets = new Uint32Array(rows + 1);
  let row = 0;
  let length = 0;
  for (const { isNew, from, to } of stretches) {
    const { offsets: of } = isNew ? fresh : old;
    const shift = length - (of[from] as number);
    for (let i = from + 1; i <= to; i++) offsets[++row] = (of[i] as number) + shift;
    length = offsets[row] as number;
  }
  const columns = new Uint32Array(length);
  const weights = new Uint8Array(length);
  let at = 0;
  for (const { isNew, from, to } of stretches) {
    const source = isNew ? fresh : old;
    const [start, end] = [source.offsets[from] as number, source.offsets[to] as number];
    columns.set(source.columns.subarray(start, end), at);
    weights.set(source.weights.subarray(start, end), at);
    at += end - start;
  }
  return { offsets, columns, weights };
}

/** Words that the old index has keep its counts, by which its word vectors were made; new ones count their companies. */
function joinedCounts(old: Float64Array, postings: SparseRows): Float64Array {
  const counts = new Float64Array(postings.offsets.length - 1);
  counts.set(old);
  for (let term = old.length; term < counts.length; term++)
    counts[term] = (postings.offsets[term + 1] as number) - (postings.offsets[term] as number);
  return counts;
}

/**
 * The index of the directory as it is now, made of an earlier one and what has changed: only changed companies are read. Words,
 * postings, places, labels and figures are those of a new index. Word vectors are not trained again: a new word
 * gets one by the companies that use it. The old index stays as it is.
 * @param sentences vectors of the changed companies by the model of the old index; null where that has none
 */
export async function changeIndex(
  index: DirectoryIndex,
  changes: DirectoryChanges,
  sentences: Float32Array | null,
): Promise<DirectoryIndex> {
  const { parts: old } = index;
  const collector = new TextCollector(old);
  for (const [i, company] of changes.changed.entries()) {
    collector.add(company, embeddingText(company));
    if (i % READ_AT_ONCE === READ_AT_ONCE - 1) await breath();
  }
  const fresh = collector.parts();
  const stretches = stretchesOf(old.ids, changes);
  const floats = (length: number) => new Float64Array(length);
  const numbers = (length: number) => new Uint32Array(length);
  const bytes = (length: number) => new Uint8Array(length);
  const vectors = (length: number) => new Float32Array(length);
  await breath();
  const documents = joinedRows(stretches, old.documents, fresh.documents);
  await breath();
  const postings = transpose(documents, fresh.vocabulary.length);
  await breath();
  const counts = joinedCounts(old.counts, postings);
  const space: VectorSpace | null = old.sentences && {
    ...old.sentences,
    documents: joined(stretches, old.sentences.documents, sentences ?? vectors(0), old.sentences.dimensions, vectors),
  };
  const parts: IndexParts = {
    ids: joined(stretches, old.ids, fresh.ids, 1, floats),
    domains: stretches.flatMap(({ isNew, from, to }) => (isNew ? fresh : old).domains.slice(from, to)),
    places: fresh.places,
    countries: joined(stretches, old.countries, fresh.countries, 1, numbers),
    states: joined(stretches, old.states, fresh.states, 1, numbers),
    cities: joined(stretches, old.cities, fresh.cities, 1, numbers),
    employees: joined(stretches, old.employees, fresh.employees, 1, floats),
    revenues: joined(stretches, old.revenues, fresh.revenues, 1, floats),
    founded: joined(stretches, old.founded, fresh.founded, 1, floats),
    marketCaps: joined(stretches, old.marketCaps, fresh.marketCaps, 1, bytes),
    roles: joined(stretches, old.roles, fresh.roles, 1, bytes),
    vocabulary: fresh.vocabulary,
    surfaces: [...old.surfaces, ...fresh.surfaces.slice(old.surfaces.length)],
    counts,
    postings,
    documents,
    labels: fresh.labels,
    documentLabels: joinedRows(stretches, old.documentLabels, fresh.documentLabels),
    textDigests: joined(stretches, old.textDigests, fresh.textDigests, DIGEST_BYTES, bytes),
    recordDigests: joined(stretches, old.recordDigests, fresh.recordDigests, DIGEST_BYTES, bytes),
    sif: old.sif && changedVectors(old.sif, counts, stretches, fresh.documents),
    sentences: space,
    notes: old.notes,
  };
  await breath();
  return new DirectoryIndex(parts);
}

function changedVectors(sif: SifVectors, counts: Float64Array, stretches: Stretch[], fresh: SparseRows): SifVectors {
  const { documents, common, dimensions } = sif;
  const known = new SifVectors(inducedWords(sif, counts.length, fresh), counts, documents, common);
  const made = joined(
    stretches,
    documents,
    known.documentVectors(fresh),
    dimensions,
    (length) => new Float32Array(length),
  );
  return new SifVectors(known.words, counts, made, common);
}

/**
 * Word vectors with those of the words that came with the changed companies: the mean direction of the companies that use one, by
 * the words that were known (Khodak et al. 2018, "A la carte embedding", without its transform), as long as an ordinary vector.
 */
function inducedWords(sif: SifVectors, size: number, fresh: SparseRows): WordVectors {
  const { dimensions } = sif;
  const { vectors: known } = sif.words;
  const vectors = new Float32Array(size * dimensions);
  vectors.set(known);
  const contexts = sif.documentVectors(fresh);
  const isNew = (term: number) => term * dimensions >= known.length;
  const words = new Set<number>();
  for (let document = 0; document + 1 < fresh.offsets.length; document++) {
    const context = contexts.subarray(document * dimensions, (document + 1) * dimensions);
    for (const term of fresh.columns.subarray(fresh.offsets[document], fresh.offsets[document + 1])) {
      if (!isNew(term)) continue;
      words.add(term);
      const from = term * dimensions;
      for (let d = 0; d < dimensions; d++) vectors[from + d] = (vectors[from + d] as number) + (context[d] as number);
    }
  }
  const length = ordinaryLength(known, dimensions);
  for (const term of words) {
    const vector = normalize(vectors.subarray(term * dimensions, (term + 1) * dimensions));
    for (let d = 0; d < dimensions; d++) vector[d] = (vector[d] as number) * length;
  }
  return { dimensions, vectors };
}

/** Vectors whose lengths stand for all. */
const SAMPLE = 2_000;

/** The root mean square length of vectors. */
function ordinaryLength(vectors: Float32Array, dimensions: number): number {
  const size = vectors.length / dimensions;
  const step = Math.max(1, Math.floor(size / SAMPLE));
  let squares = 0;
  let count = 0;
  for (let row = 0; row < size; row += step, count++)
    for (let d = 0; d < dimensions; d++) squares += (vectors[row * dimensions + d] as number) ** 2;
  return Math.sqrt(squares / Math.max(1, count));
}
