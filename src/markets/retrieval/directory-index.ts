import { inverseDocumentFrequency } from "#foundation/language/bm25";
import type { SparseRows } from "./postings.ts";
import { packSections, packStrings, type Section, unpackSections, unpackStrings } from "./sections.ts";
import { SifVectors } from "./sif-vectors.ts";

/** Changes whenever the layout or the making of an index changes: part of the key under which one is kept. */
export const INDEX_VERSION = 7;

/** Vectors of all companies by one embeddings provider: row `d` of `documents` is a unit vector, or zero without text. */
export interface VectorSpace {
  name: string;
  dimensions: number;
  documents: Float32Array;
}

/** What an index is made of; see DirectoryIndex. */
export interface IndexParts {
  ids: Float64Array;
  domains: string[];
  /** Place names: countries as ISO codes, states and cities folded; `""` is number 0 and means "not known". */
  places: string[];
  countries: Uint32Array;
  states: Uint32Array;
  cities: Uint32Array;
  /** NaN where not known. */
  employees: Float64Array;
  revenues: Float64Array;
  /** Years, NaN where not known. */
  founded: Float64Array;
  /** Numbers of BANDS from 1 on, 0 where not known. */
  marketCaps: Uint8Array;
  /** Bits of ROLE_BITS: what the main business says that the company does with its goods. */
  roles: Uint8Array;
  vocabulary: string[];
  /** The commonest written form of each stem. */
  surfaces: string[];
  /** Occurrences of each stem in all texts, unweighted. */
  counts: Float64Array;
  postings: SparseRows;
  documents: SparseRows;
  labels: string[];
  documentLabels: SparseRows;
  /** 16 bytes a company: what the vector of its text is kept under (`textDigest`). */
  textDigests: Uint8Array;
  /** 16 bytes a company: of its record as it was read (`recordDigest`); zeros where that was not said. */
  recordDigests: Uint8Array;
  /** Word vectors and the companies' vectors made of them; null when there was too little text to train on. */
  sif: SifVectors | null;
  /** Vectors of a sentence model, when one was given to the builder. */
  sentences: VectorSpace | null;
  /** What could not be built and why, for people. */
  notes: string[];
}

interface Meta {
  version: number;
  size: number;
  vocabulary: number;
  places: number;
  labels: number;
  wordDimensions: number;
  sentences: { name: string; dimensions: number } | null;
  notes: string[];
}

/**
 * The directory as ranking reads it: an inverted index with weighted fields, the filters' values and the vectors, in typed
 * arrays. A document number is a company's place in the directory (0-based); everything else hangs on it.
 *
 * Memory: 10 bytes for each distinct word of each company (50 on average), 800 bytes for its word vector, dimensions ×
 * 4 bytes for a sentence model's, 150 bytes of strings and values. Each distinct word of the directory (72,000 here)
 * adds 1 kB. The 28,129 companies of the quality set take 141 MB with a 384-dimensional model and 98 MB without. A
 * million take about 1.6 GB without and 3.1 GB with one. A question's time grows likewise, since its vector is compared
 * with all companies one by one: 60 ms for these. So one worker can serve about a million companies. Beyond that, the
 * directory would have to be divided among workers and their lists fused.
 */
export class DirectoryIndex {
  readonly size: number;
  /** Average length of a document in weighted words. */
  readonly averageLength: number;
  readonly lengths: Float32Array;
  private readonly termNumbers: Map<string, number>;
  private readonly documentNumbers: Map<string, number>;

  constructor(readonly parts: IndexParts) {
    this.size = parts.ids.length;
    this.termNumbers = new Map(parts.vocabulary.map((term, number) => [term, number]));
    this.documentNumbers = new Map(parts.domains.map((domain, number) => [domain, number]));
    this.lengths = new Float32Array(this.size);
    let total = 0;
    const { offsets, weights } = parts.documents;
    for (let document = 0; document < this.size; document++) {
      let length = 0;
      for (let at = offsets[document] ?? 0; at < (offsets[document + 1] ?? 0); at++) length += weights[at] ?? 0;
      this.lengths[document] = length;
      total += length;
    }
    this.averageLength = this.size > 0 ? Math.max(1, total / this.size) : 1;
  }

  get sif(): SifVectors | null {
    return this.parts.sif;
  }

  /** Number of a stem in the vocabulary, undefined when no company's text has it. */
  termNumber(stem: string): number | undefined {
    const term = this.termNumbers.get(stem);
    // The last company that had the word may have changed since.
    return term !== undefined && this.documentFrequency(term) > 0 ? term : undefined;
  }

  documentOf(domain: string): number | undefined {
    return this.documentNumbers.get(domain);
  }

  /** Companies whose text has the term. */
  documentFrequency(term: number): number {
    const { offsets } = this.parts.postings;
    return (offsets[term + 1] ?? 0) - (offsets[term] ?? 0);
  }

  /** BM25's weight of a term by how few companies have it. */
  inverseDocumentFrequency(term: number): number {
    return inverseDocumentFrequency(this.size, this.documentFrequency(term));
  }

  /** The idf of a stem; of one that no company has, that of a word of one company. */
  idf(stem: string): number {
    const term = this.termNumber(stem);
    return term === undefined ? inverseDocumentFrequency(this.size, 1) : this.inverseDocumentFrequency(term);
  }

  toBuffer(): Buffer {
    const { parts } = this;
    const meta: Meta = {
      version: INDEX_VERSION,
      size: this.size,
      vocabulary: parts.vocabulary.length,
      places: parts.places.length,
      labels: parts.labels.length,
      wordDimensions: parts.sif?.dimensions ?? 0,
      sentences: parts.sentences && { name: parts.sentences.name, dimensions: parts.sentences.dimensions },
      notes: parts.notes,
    };
    const arrays: Record<string, Section> = {
      ids: parts.ids,
      domains: packStrings(parts.domains),
      places: packStrings(parts.places),
      countries: parts.countries,
      states: parts.states,
      cities: parts.cities,
      employees: parts.employees,
      revenues: parts.revenues,
      founded: parts.founded,
      marketCaps: parts.marketCaps,
      roles: parts.roles,
      vocabulary: packStrings(parts.vocabulary),
      surfaces: packStrings(parts.surfaces),
      counts: parts.counts,
      labels: packStrings(parts.labels),
      textDigests: parts.textDigests,
      recordDigests: parts.recordDigests,
      ...rowsOut("postings", parts.postings),
      ...rowsOut("documents", parts.documents),
      ...rowsOut("documentLabels", parts.documentLabels),
    };
    if (parts.sif) {
      arrays.wordVectors = parts.sif.words.vectors;
      arrays.wordDocuments = parts.sif.documents;
      arrays.wordCommon = parts.sif.common;
    }
    if (parts.sentences) arrays.sentences = parts.sentences.documents;
    return packSections(meta, arrays);
  }

  /** @throws RangeError when the buffer is not an index of this version. */
  static fromBuffer(buffer: Buffer): DirectoryIndex {
    const packed = unpackSections(buffer);
    const meta = packed.meta as Meta;
    if (meta.version !== INDEX_VERSION) throw new RangeError(`The directory index has version ${meta.version}.`);
    const rowsIn = (name: string): SparseRows => ({
      offsets: packed.array(`${name}.offsets`, "u32"),
      columns: packed.array(`${name}.columns`, "u32"),
      weights: packed.array(`${name}.weights`, "u8"),
    });
    const strings = (name: string, count: number) => unpackStrings(packed.array(name, "u8"), count);
    const counts = packed.array("counts", "f64");
    return new DirectoryIndex({
      ids: packed.array("ids", "f64"),
      domains: strings("domains", meta.size),
      places: strings("places", meta.places),
      countries: packed.array("countries", "u32"),
      states: packed.array("states", "u32"),
      cities: packed.array("cities", "u32"),
      employees: packed.array("employees", "f64"),
      revenues: packed.array("revenues", "f64"),
      founded: packed.array("founded", "f64"),
      marketCaps: packed.array("marketCaps", "u8"),
      roles: packed.array("roles", "u8"),
      vocabulary: strings("vocabulary", meta.vocabulary),
      surfaces: strings("surfaces", meta.vocabulary),
      counts,
      postings: rowsIn("postings"),
      documents: rowsIn("documents"),
      labels: strings("labels", meta.labels),
      documentLabels: rowsIn("documentLabels"),
      textDigests: packed.array("textDigests", "u8"),
      recordDigests: packed.array("recordDigests", "u8"),
      sif:
        meta.wordDimensions > 0
          ? new SifVectors(
              { dimensions: meta.wordDimensions, vectors: packed.array("wordVectors", "f32") },
              counts,
              packed.array("wordDocuments", "f32"),
              packed.array("wordCommon", "f32"),
            )
          : null,
      sentences: meta.sentences && { ...meta.sentences, documents: packed.array("sentences", "f32") },
      notes: meta.notes,
    });
  }
}

function rowsOut(name: string, rows: SparseRows): Record<string, Section> {
  return { [`${name}.offsets`]: rows.offsets, [`${name}.columns`]: rows.columns, [`${name}.weights`]: rows.weights };
}
