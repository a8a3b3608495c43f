import { inverseDocumentFrequency, lengthCode } from "#foundation/language/bm25";
import type { DirectoryLexicon } from "./directory-lexicon.ts";
import { Numbering, type Numberings } from "./numbering.ts";
import type { SparseRows } from "./postings.ts";
import type { SifVectors } from "./sif-vectors.ts";
import { VectorRows } from "./vector-rows.ts";

/**
 * Vectors of all companies by one embeddings provider. Row `d` of `documents` is a unit vector, or zero without text.
 */
export interface VectorSpace {
  name: string;
  dimensions: number;
  documents: Float32Array;
}

/**
 * The content of an index; see DirectoryIndex. Parts made of changes list only the words, places and labels that the
 * base lacks.
 */
export interface IndexParts {
  ids: Float64Array;
  domains: string[];
  /** Place names: countries as ISO codes, states and cities folded. `""` has number 0 and means unknown. */
  places: string[];
  countries: Uint32Array;
  states: Uint32Array;
  cities: Uint32Array;
  /** NaN where unknown. */
  employees: Float64Array;
  revenues: Float64Array;
  /** Years, NaN where unknown. */
  founded: Float64Array;
  /** Index in BANDS plus one; 0 where unknown. */
  marketCaps: Uint8Array;
  /** Bits of ROLE_BITS: the roles that the main business states. */
  roles: Uint8Array;
  vocabulary: string[];
  /** The most common written form of each stem. */
  surfaces: string[];
  /** Occurrences of each stem in all texts, unweighted. */
  counts: Float64Array;
  postings: SparseRows;
  documents: SparseRows;
  labels: string[];
  documentLabels: SparseRows;
  /** 16 bytes per company: the key under which its text's vector is stored (`textDigest`). */
  textDigests: Uint8Array;
  /** 16 bytes per company: the digest of its record when it was read (`recordDigest`); zeros where unknown. */
  recordDigests: Uint8Array;
  /** Word vectors, and the companies' vectors made from them; null when there was too little text for training. */
  sif: SifVectors | null;
  /** Vectors of a sentence model, when the builder got one. */
  sentences: VectorSpace | null;
  /** Parts that could not be built, with the reason. Shown to people. */
  notes: string[];
}

/** The changes of a directory since the base of its index was made. */
export interface RecentParts {
  /**
   * New and changed companies, by ascending id. Their words, places and labels are numbered after those of the base.
   */
  parts: IndexParts;
  /** Positions in the base of removed and changed companies, ascending. */
  gone: Uint32Array;
}

/** The single values of each company, by document number. */
export type DocumentValues = Pick<
  IndexParts,
  "ids" | "domains" | "countries" | "states" | "cities" | "employees" | "revenues" | "founded" | "marketCaps" | "roles"
>;

/** A range of document numbers whose rows are stored together. */
export interface Block {
  parts: IndexParts;
  /** The document number of its first row. */
  first: number;
  size: number;
}

/** Facts about the base, computed once and shared by all later indexes of it. */
export interface BaseFacts extends Numberings {
  documentNumbers: Map<string, number>;
  lengths: Float32Array;
  lengthCodes: Uint8Array;
  totalLength: number;
  occurrences: number;
  /** Facts about the directory, where the index has only some of its companies. */
  whole?: WholeDirectory;
}

/** Facts about a directory beyond the companies of its index. */
export interface WholeDirectory {
  companies: number;
  documentFrequency(term: number): number;
  /** By document number: the number of companies in the directory that each one represents. */
  standsFor: Float32Array;
}

/**
 * The directory in the form that ranking reads: an inverted index with weighted fields, the filters' values and the
 * vectors, in typed arrays. A document number is a company's position in the base (0-based). Changed companies are
 * numbered after the base. The numbers of removed companies stay empty and score nothing.
 *
 * Memory per company: 10 bytes for each distinct word (50 on average), 800 bytes for its word vector, 150 bytes for
 * strings and values. A sentence model's vector adds dimensions × 4 bytes. Each distinct word of the directory (72,000
 * here) adds 1 kB. The 28,129 companies of the quality set take 141 MB with a 384-dimensional model and 98 MB without.
 * A million take about 1.6 GB without and 3.1 GB with one.
 *
 * A question's time grows likewise, since its vector is compared with all companies one by one. It is 60 ms for the
 * quality set, in a thread of its own (`thread/`). One worker can therefore serve about a million companies. Beyond
 * that, the directory would have to be divided among workers and their lists fused. Indexes of one base share its
 * arrays.
 */
export class DirectoryIndex implements Numberings, DirectoryLexicon {
  /** Number of document numbers, including those of removed companies. */
  readonly size: number;
  /** Number of companies in the directory. */
  readonly companies: number;
  /** Average length of a document in weighted words. */
  readonly averageLength: number;
  readonly lengths: Float32Array;
  /** Coded lengths, which full text scores with. */
  readonly lengthCodes: Uint8Array;
  /** Total occurrences of all stems. */
  readonly occurrences: number;
  readonly values: DocumentValues;
  readonly blocks: readonly Block[];
  readonly facts: BaseFacts;
  readonly terms: Numbering;
  readonly places: Numbering;
  readonly labels: Numbering;
  readonly sif: SifVectors | null;
  /** Rows of the companies' vectors by a sentence model, when the builder got one. */
  readonly sentences: (VectorRows & { readonly name: string }) | null;
  private readonly recentNumbers: Map<string, number>;
  /** By term: the number of removed companies that had it. */
  private readonly goneFrequencies: Map<number, number>;

  /**
   * @param recent the changes since the base was made
   * @param facts of the same base, from an earlier index
   */
  constructor(
    readonly base: IndexParts,
    readonly recent: RecentParts | null = null,
    facts?: BaseFacts,
  ) {
    this.facts = facts ?? factsOf(base);
    const { lengths, lengthCodes, totalLength, terms, places, labels } = this.facts;
    const first = base.ids.length;
    const parts = recent?.parts;
    this.size = first + (parts?.ids.length ?? 0);
    this.companies = this.facts.whole?.companies ?? this.size - (recent?.gone.length ?? 0);
    this.blocks = [
      { parts: base, first: 0, size: first },
      ...(parts ? [{ parts, first, size: parts.ids.length }] : []),
    ];
    this.terms = parts ? new Numbering(parts.vocabulary, terms) : terms;
    this.places = parts ? new Numbering(parts.places, places) : places;
    this.labels = parts ? new Numbering(parts.labels, labels) : labels;
    this.values = parts ? joinedValues(base, parts) : base;
    this.recentNumbers = new Map(parts?.domains.map((domain, i) => [domain, first + i]));
    this.sif = (parts ?? base).sif;
    this.sentences = sentencesOf(base, parts);
    this.occurrences = this.facts.occurrences + sumOf(parts?.counts ?? []);
    this.goneFrequencies = new Map();
    let total = totalLength;
    for (const document of recent?.gone ?? []) {
      total -= lengths[document] as number;
      const { offsets, columns } = base.documents;
      for (const term of columns.subarray(offsets[document], offsets[document + 1]))
        this.goneFrequencies.set(term, (this.goneFrequencies.get(term) ?? 0) + 1);
    }
    const added = parts && lengthsOf(parts.documents);
    total += sumOf(added ?? []);
    this.lengths = added ? concatenated(lengths, added, (length) => new Float32Array(length)) : lengths;
    this.lengthCodes = added
      ? concatenated(lengthCodes, codesOf(added), (length) => new Uint8Array(length))
      : lengthCodes;
    this.averageLength = this.companies > 0 ? Math.max(1, total / this.companies) : 1;
  }

  /** Returns the number of a stem in the vocabulary; undefined when no company's text has it. */
  termNumber(stem: string): number | undefined {
    const term = this.terms.numberOf(stem);
    // The last company that had the word may have changed since.
    return term !== undefined && this.documentFrequency(term) > 0 ? term : undefined;
  }

  documentOf(domain: string): number | undefined {
    const document = this.recentNumbers.get(domain) ?? this.facts.documentNumbers.get(domain);
    return document === undefined || this.hasGone(document) ? undefined : document;
  }

  /** Whether a document number belongs to a removed company, or to an earlier record. */
  hasGone(document: number): boolean {
    return this.recent !== null && placeOf(this.recent.gone, document) >= 0;
  }

  /** Number of companies whose text has the term. */
  documentFrequency(term: number): number {
    const { whole } = this.facts;
    if (whole !== undefined) return whole.documentFrequency(term);
    let companies = -(this.goneFrequencies.get(term) ?? 0);
    for (const { parts } of this.blocks) {
      const { offsets } = parts.postings;
      // A later word has no row in the base.
      if (term + 1 < offsets.length) companies += (offsets[term + 1] as number) - (offsets[term] as number);
    }
    return companies;
  }

  /**
   * Occurrences of a stem in all texts when the base was made. For a later stem, the number of companies that brought
   * it.
   */
  countOf(term: number): number {
    const { counts } = this.base;
    return counts[term] ?? this.recent?.parts.counts[term - counts.length] ?? 0;
  }

  /** Yields the words of a company with their weights. */
  wordsOf(document: number): Generator<[term: number, weight: number]> {
    return this.rowOf(document, "documents");
  }

  /** Yields the numbers of a company's labels. */
  *labelsOf(document: number): Generator<number> {
    for (const [label] of this.rowOf(document, "documentLabels")) yield label;
  }

  /** The number of companies in the directory that this one represents: one, where the index has all of them. */
  standsFor(document: number): number {
    return this.facts.whole?.standsFor[document] ?? 1;
  }

  /** Sets the scores of removed companies to 0. */
  withoutGone<Scores extends Float32Array | Uint8Array>(scores: Scores): Scores {
    for (const document of this.recent?.gone ?? []) scores[document] = 0;
    return scores;
  }

  /** Yields the numbers of the companies whose text has a stem, also of removed ones. */
  *documentsWith(stem: string): Generator<number> {
    const term = this.termNumber(stem);
    if (term === undefined) return;
    for (const { parts, first } of this.blocks) {
      const { offsets, columns } = parts.postings;
      for (let at = offsets[term] ?? 0; at < (offsets[term + 1] ?? 0); at++) yield first + (columns[at] as number);
    }
  }

  /** BM25's inverse document frequency of a term. */
  inverseDocumentFrequency(term: number): number {
    return inverseDocumentFrequency(this.companies, this.documentFrequency(term));
  }

  /** The idf of a stem. A stem that no company has gets the idf of a word of one company. */
  idf(stem: string): number {
    const term = this.termNumber(stem);
    return term === undefined ? inverseDocumentFrequency(this.companies, 1) : this.inverseDocumentFrequency(term);
  }

  private *rowOf(document: number, key: "documents" | "documentLabels"): Generator<[column: number, weight: number]> {
    for (const { parts, first, size } of this.blocks) {
      const row = document - first;
      if (row < 0 || row >= size) continue;
      const { offsets, columns, weights } = parts[key];
      for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++)
        yield [columns[at] as number, weights[at] as number];
    }
  }
}

/** Returns the position of the first number that is at least `least`; the array's length where there is none. */
export function firstFrom(ascending: ArrayLike<number>, least: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] as number) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the position of a number among ascending ones; −1 where it is missing. */
export function placeOf(ascending: ArrayLike<number>, wanted: number): number {
  const place = firstFrom(ascending, wanted);
  return ascending[place] === wanted ? place : -1;
}

export function factsOf(base: IndexParts): BaseFacts {
  const lengths = lengthsOf(base.documents);
  return {
    terms: new Numbering(base.vocabulary),
    places: new Numbering(base.places),
    labels: new Numbering(base.labels),
    documentNumbers: new Map(base.domains.map((domain, number) => [domain, number])),
    lengths,
    lengthCodes: codesOf(lengths),
    totalLength: sumOf(lengths),
    occurrences: sumOf(base.counts),
  };
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** Returns each document's sum of weighted words. */
function lengthsOf({ offsets, weights }: SparseRows): Float32Array {
  const lengths = new Float32Array(offsets.length - 1);
  for (let document = 0; document < lengths.length; document++) {
    let length = 0;
    for (let at = offsets[document] ?? 0; at < (offsets[document + 1] ?? 0); at++) length += weights[at] ?? 0;
    lengths[document] = length;
  }
  return lengths;
}

const codesOf = (lengths: Float32Array): Uint8Array => Uint8Array.from(lengths, lengthCode);

interface Numbers<A> {
  length: number;
  set(from: A, at: number): void;
}

/** Concatenates two arrays. */
export function concatenated<A extends Numbers<A>>(first: A, then: A, make: (length: number) => A): A {
  const all = make(first.length + then.length);
  all.set(first, 0);
  all.set(then, first.length);
  return all;
}

function joinedValues(base: IndexParts, recent: IndexParts): DocumentValues {
  const floats = (key: "ids" | "employees" | "revenues" | "founded") =>
    concatenated(base[key], recent[key], (length) => new Float64Array(length));
  const numbers = (key: "countries" | "states" | "cities") =>
    concatenated(base[key], recent[key], (length) => new Uint32Array(length));
  const bytes = (key: "marketCaps" | "roles") =>
    concatenated(base[key], recent[key], (length) => new Uint8Array(length));
  return {
    ids: floats("ids"),
    domains: base.domains.concat(recent.domains),
    countries: numbers("countries"),
    states: numbers("states"),
    cities: numbers("cities"),
    employees: floats("employees"),
    revenues: floats("revenues"),
    founded: floats("founded"),
    marketCaps: bytes("marketCaps"),
    roles: bytes("roles"),
  };
}

function sentencesOf({ sentences }: IndexParts, recent: IndexParts | undefined): DirectoryIndex["sentences"] {
  if (sentences === null) return null;
  const { name, dimensions, documents } = sentences;
  const blocks = [documents, ...(recent?.sentences ? [recent.sentences.documents] : [])];
  return Object.assign(new VectorRows(dimensions, blocks), { name });
}
