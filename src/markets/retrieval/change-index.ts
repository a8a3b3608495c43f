import { embeddingText } from "#companies/analysis/embedding-text";
import type { IndexedCompany } from "#companies/directory-company";
import { normalize } from "#providers/embeddings/embeddings-provider";
import { concatenated, DirectoryIndex, type IndexParts, placeOf, type VectorSpace } from "./directory-index.ts";
import { type SparseRows, transpose } from "./postings.ts";
import { SifVectors } from "./sif-vectors.ts";
import { TextCollector } from "./text-collector.ts";
import { VectorRows } from "./vector-rows.ts";

/** The changes of a directory since its index was made. */
export interface DirectoryChanges {
  /** New companies, and companies with a changed record, by ascending id. */
  changed: IndexedCompany[];
  /** Ids of removed companies. */
  gone: number[];
}

/** Length of a digest in bytes. */
const DIGEST_BYTES = 16;
/**
 * Number of companies read in a row. They take a few hundredths of a second. Then the process can answer other calls.
 */
const READ_AT_ONCE = 64;

const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Consecutive rows of the new arrays, all from the old ones or all from the changed ones. */
interface Stretch {
  isNew: boolean;
  /** The rows of the source, from `from` up to but not including `to`. */
  from: number;
  to: number;
}

/** Returns the new order, by ascending id: the unchanged rows in long stretches, with the changed ones in between. */
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

/** Copies the rows of two arrays in the new order. @param width number of entries per row */
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

/**
 * Returns the counts of all words. Words of the base keep its counts, because its word vectors were made with them. The
 * count of a later word is the number of companies that brought it.
 */
function countsOf(old: IndexParts, fresh: IndexParts, firstNew: number): Float64Array {
  const { offsets } = fresh.postings;
  const counts = new Float64Array(old.counts.length + fresh.vocabulary.length);
  counts.set(old.counts);
  for (let i = 0; i < fresh.vocabulary.length; i++)
    counts[old.counts.length + i] = (offsets[firstNew + i + 1] as number) - (offsets[firstNew + i] as number);
  return counts;
}

/** Returns the positions in the base of companies that were removed or changed, now or in earlier changes. */
function goneOf({ base, recent }: DirectoryIndex, { changed, gone }: DirectoryChanges): Uint32Array {
  const places = [...gone, ...changed.map(({ id }) => id)].map((id) => placeOf(base.ids, id));
  const all = new Set([...(recent?.gone ?? []), ...places.filter((place) => place >= 0)]);
  return Uint32Array.from(all).sort();
}

/**
 * Makes the present index of a directory from an earlier one and the changes since. It reads only changed companies and
 * shares the arrays of the base. The time therefore depends on all changes since the base. Words, postings, places,
 * labels and values are those of a new index. Word vectors are not trained again: a new word gets one from the
 * companies that use it. The old index stays as it is.
 * @param sentences vectors of the changed companies by the model of the old index; null where that index has none
 */
export async function changeIndex(
  index: DirectoryIndex,
  changes: DirectoryChanges,
  sentences: Float32Array | null,
): Promise<DirectoryIndex> {
  const { base } = index;
  const old = index.recent?.parts ?? new TextCollector(index).parts();
  const collector = new TextCollector(index);
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
  const counts = countsOf(old, fresh, index.terms.size);
  const space: VectorSpace | null = base.sentences && {
    ...base.sentences,
    documents: joined(
      stretches,
      old.sentences?.documents ?? vectors(0),
      sentences ?? vectors(0),
      base.sentences.dimensions,
      vectors,
    ),
  };
  const parts: IndexParts = {
    ids: joined(stretches, old.ids, fresh.ids, 1, floats),
    domains: stretches.flatMap(({ isNew, from, to }) => (isNew ? fresh : old).domains.slice(from, to)),
    places: [...old.places, ...fresh.places],
    countries: joined(stretches, old.countries, fresh.countries, 1, numbers),
    states: joined(stretches, old.states, fresh.states, 1, numbers),
    cities: joined(stretches, old.cities, fresh.cities, 1, numbers),
    employees: joined(stretches, old.employees, fresh.employees, 1, floats),
    revenues: joined(stretches, old.revenues, fresh.revenues, 1, floats),
    founded: joined(stretches, old.founded, fresh.founded, 1, floats),
    marketCaps: joined(stretches, old.marketCaps, fresh.marketCaps, 1, bytes),
    roles: joined(stretches, old.roles, fresh.roles, 1, bytes),
    vocabulary: [...old.vocabulary, ...fresh.vocabulary],
    surfaces: [...old.surfaces, ...fresh.surfaces],
    counts,
    postings: transpose(documents, index.terms.size + fresh.vocabulary.length),
    documents,
    labels: [...old.labels, ...fresh.labels],
    documentLabels: joinedRows(stretches, old.documentLabels, fresh.documentLabels),
    textDigests: joined(stretches, old.textDigests, fresh.textDigests, DIGEST_BYTES, bytes),
    recordDigests: joined(stretches, old.recordDigests, fresh.recordDigests, DIGEST_BYTES, bytes),
    sif: changedVectors(index, counts, stretches, fresh),
    sentences: space,
    notes: base.notes,
  };
  await breath();
  return new DirectoryIndex(base, { parts, gone: goneOf(index, changes) }, index.facts);
}

function changedVectors(
  { base, sif }: DirectoryIndex,
  recentCounts: Float64Array,
  stretches: Stretch[],
  fresh: IndexParts,
): SifVectors | null {
  if (sif === null) return null;
  const { dimensions, common } = sif;
  const none = new Float32Array(0);
  const [known = none, before = none] = sif.words.blocks;
  const [made = none, rowsBefore = none] = sif.documents.blocks;
  const later = concatenated(before, inducedWords(sif, fresh), (length) => new Float32Array(length));
  const words = new VectorRows(dimensions, [known, later]);
  const counts = concatenated(base.counts, recentCounts, (length) => new Float64Array(length));
  const knowing = new SifVectors(words, counts, sif.documents, common);
  const rows = joined(
    stretches,
    rowsBefore,
    knowing.documentVectors(fresh.documents),
    dimensions,
    (length) => new Float32Array(length),
  );
  return new SifVectors(words, counts, new VectorRows(dimensions, [made, rows]), common);
}

/**
 * Makes the vectors of the words that came with the changed companies, row by row. Each is the mean direction of the
 * companies that use the word, computed from the known words. This is the method of Khodak et al. 2018, "A la carte
 * embedding", without its transform. The vector gets the length of an ordinary vector.
 */
function inducedWords(sif: SifVectors, { documents, vocabulary }: IndexParts): Float32Array {
  const { dimensions } = sif;
  const first = sif.words.size;
  const induced = new Float32Array(vocabulary.length * dimensions);
  const row = (term: number) => induced.subarray((term - first) * dimensions, (term - first + 1) * dimensions);
  const contexts = sif.documentVectors(documents);
  const { offsets, columns } = documents;
  for (let document = 0; document + 1 < offsets.length; document++) {
    const context = contexts.subarray(document * dimensions, (document + 1) * dimensions);
    for (const term of columns.subarray(offsets[document], offsets[document + 1])) {
      if (term < first) continue;
      const vector = row(term);
      for (let d = 0; d < dimensions; d++) vector[d] = (vector[d] as number) + (context[d] as number);
    }
  }
  const length = ordinaryLength(sif.words);
  for (let term = first; term < first + vocabulary.length; term++) {
    const vector = normalize(row(term));
    for (let d = 0; d < dimensions; d++) vector[d] = (vector[d] as number) * length;
  }
  return induced;
}

/** Number of vectors sampled for the ordinary length. */
const SAMPLE = 2_000;

/** The root mean square length of vectors. */
function ordinaryLength(vectors: VectorRows): number {
  const step = Math.max(1, Math.floor(vectors.size / SAMPLE));
  let squares = 0;
  let count = 0;
  for (let row = 0; row < vectors.size; row += step, count++)
    for (const value of vectors.at(row) ?? []) squares += value ** 2;
  return Math.sqrt(squares / Math.max(1, count));
}
