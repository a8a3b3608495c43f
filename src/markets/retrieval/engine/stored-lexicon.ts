import { createHash } from "node:crypto";
import type { IndexedCompany } from "#companies/directory-company";
import { inverseDocumentFrequency } from "#foundation/language/bm25";
import { type BuildOptions, buildIndexParts } from "../build-index.ts";
import type { DirectoryLexicon } from "../directory-lexicon.ts";
import { Numbering } from "../numbering.ts";
import { packSections, packStrings, unpackSections, unpackStrings } from "../sections.ts";
import { SifVectors } from "../sif-vectors.ts";
import { VectorRows } from "../vector-rows.ts";

/** Changes with the layout or the making of a lexicon. */
const LEXICON_VERSION = 1;

/**
 * Maximum number of companies read. Of a larger directory, every second, third … company is read, which is enough to
 * learn its words.
 */
const MOST_COMPANIES = 200_000;

interface Meta {
  version: number;
  companies: number;
  averageLength: number;
  vocabulary: number;
  dimensions: number;
  notes: string[];
}

/** Words that companies have brought since a lexicon was made: stems with the number of companies that have each. */
export type NewWords = ReadonlyMap<string, number>;

/**
 * The lexicon of a directory whose companies an engine stores. For each stem it has the number of companies, the number
 * of occurrences, and the word vector. It takes 0.8 kB per stem with vectors of 200 numbers. The 28,129 companies of
 * the quality set have 72,000 stems.
 */
export class StoredLexicon implements DirectoryLexicon {
  readonly sif: SifVectors | null;
  /** Total occurrences of all stems. */
  readonly occurrences: number;
  private readonly fresh: readonly number[];

  private constructor(
    /** A digest of its content. Two lexicons of one version are equal. */
    readonly version: string,
    readonly companies: number,
    /** Average length of a company's text in weighted words. */
    readonly averageLength: number,
    readonly terms: Numbering,
    private readonly frequencies: Uint32Array,
    /** Occurrences of each stem. */
    readonly counts: Float64Array,
    private readonly vectors: { words: VectorRows; common: Float32Array } | null,
    readonly notes: readonly string[],
    fresh: readonly number[] = [],
  ) {
    const none = vectors && new VectorRows(vectors.words.dimensions, []);
    this.sif = vectors && none && new SifVectors(vectors.words, counts, none, vectors.common);
    this.occurrences = counts.reduce((sum, count) => sum + count, 0);
    this.fresh = fresh;
  }

  /** @throws RangeError when the content is not a lexicon of this version */
  static of(content: Buffer): StoredLexicon {
    const packed = unpackSections(content);
    const meta = packed.meta as Meta;
    if (meta.version !== LEXICON_VERSION) throw new RangeError(`The lexicon has version ${meta.version}.`);
    const vocabulary = unpackStrings(packed.array("vocabulary", "u8"), meta.vocabulary);
    const vectors =
      meta.dimensions === 0
        ? null
        : {
            words: new VectorRows(meta.dimensions, [packed.array("words", "f32")]),
            common: packed.array("common", "f32"),
          };
    return new StoredLexicon(
      createHash("sha256").update(content).digest("hex").slice(0, 16),
      meta.companies,
      meta.averageLength,
      new Numbering(vocabulary),
      packed.array("frequencies", "u32"),
      packed.array("counts", "f64"),
      vectors,
      meta.notes,
    );
  }

  /** Returns this lexicon with words that it lacks. They have no vectors. */
  with(words: NewWords): StoredLexicon {
    const known = [...words].filter(([stem, companies]) => companies > 0 && this.terms.numberOf(stem) === undefined);
    if (known.length === 0) return this;
    return new StoredLexicon(
      this.version,
      this.companies,
      this.averageLength,
      new Numbering(
        known.map(([stem]) => stem),
        this.terms,
      ),
      this.frequencies,
      this.counts,
      this.vectors,
      this.notes,
      [...this.fresh, ...known.map(([, companies]) => companies)],
    );
  }

  termNumber(stem: string): number | undefined {
    return this.terms.numberOf(stem);
  }

  documentFrequency(term: number): number {
    return this.frequencies[term] ?? this.fresh[term - this.frequencies.length] ?? 0;
  }

  idf(stem: string): number {
    const term = this.termNumber(stem);
    return inverseDocumentFrequency(this.companies, term === undefined ? 1 : this.documentFrequency(term));
  }
}

/**
 * Makes the lexicon of a directory, as the content that `StoredLexicon.of` reads. It takes as long as building an index
 * of the companies that are read: at most 200,000.
 * @param companies all companies of the directory
 * @param size their approximate number
 */
export async function buildLexicon(
  companies: AsyncIterable<IndexedCompany> | Iterable<IndexedCompany>,
  size: number,
  options: Pick<BuildOptions, "training" | "onProgress"> = {},
): Promise<Buffer> {
  const stride = Math.max(1, Math.ceil(size / MOST_COMPANIES));
  let seen = 0;
  async function* sample() {
    for await (const company of companies) if (seen++ % stride === 0) yield company;
  }
  const parts = await buildIndexParts(sample(), options);
  const read = parts.ids.length;
  const { offsets, weights } = parts.documents;
  const length = weights.reduce((sum, weight) => sum + weight, 0);
  // Extrapolates from the companies read to all companies.
  const scale = read === 0 ? 1 : seen / read;
  const postings = parts.postings.offsets;
  const meta: Meta = {
    version: LEXICON_VERSION,
    companies: seen,
    averageLength: Math.max(1, length / Math.max(1, offsets.length - 1)),
    vocabulary: parts.vocabulary.length,
    dimensions: parts.sif?.dimensions ?? 0,
    notes: parts.notes,
  };
  return packSections(meta, {
    vocabulary: packStrings(parts.vocabulary),
    frequencies: Uint32Array.from(parts.vocabulary, (_, term) =>
      Math.round(scale * ((postings[term + 1] ?? 0) - (postings[term] ?? 0))),
    ),
    counts: parts.counts.map((count) => Math.round(scale * count)),
    ...(parts.sif === null ? {} : { words: parts.sif.words.joined(), common: parts.sif.common }),
  });
}
