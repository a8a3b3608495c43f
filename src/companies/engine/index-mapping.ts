import type { API } from "@opensearch-project/opensearch";
import type { OpenSearchConfig } from "#foundation/config/search-engine";

/** Changes with the mapping or the content of documents. An index of another version must be rebuilt. */
export const MAPPING_VERSION = 2;

/** Vectors of one model in an index. */
export interface VectorSpace {
  /** The model that makes them. Vectors of two models cannot be compared. */
  model: string;
  dimensions: number;
}

/** The vectors of an index. An absent space has none. */
export interface IndexVectors {
  /** Word vectors of the lexicon, weighted for the company. */
  words?: VectorSpace;
  /** The vectors of the sentence model. */
  sentences?: VectorSpace;
}

/** The fields of the vectors. */
export const VECTOR_FIELDS = { words: "wordVector", sentences: "sentenceVector" } as const;

/** The metadata of an index. */
export interface IndexMeta {
  mapping: number;
  vectors: IndexVectors;
  /** Version of the lexicon for discovery; null for an index that is only for company search. */
  lexicon: string | null;
}

/**
 * Maximum length of a token. Lexemes of PostgreSQL have at most 2,046 bytes. By default, the tokenizer would cut them
 * at 255 characters.
 */
const LONGEST_TOKEN = 4_096;

/** HNSW's degree and the breadth of its construction. With the judged questions, recall@200 was 0.997 under filters. */
const HNSW = { m: 16, ef_construction: 100 };

/** Maximum position of a page's end. For a search, Lucene keeps this many hits in memory. */
export const MAX_RESULT_WINDOW = 100_000;

/** Time for which deletions are remembered. During this time, no late write of an older state can restore a company. */
const GC_DELETES = "12h";

const keyword = { type: "keyword" } as const;
const vector = ({ dimensions }: VectorSpace) => ({
  type: "knn_vector",
  dimension: dimensions,
  space_type: "innerproduct",
  method: { name: "hnsw", engine: "lucene", parameters: HNSW },
});

/**
 * Returns the settings and mapping of an index of companies. The engine does not analyse texts: documents have tokens
 * with their frequencies (`token|frequency`), so that both engines find the same words.
 */
export function indexBody(
  { shards, replicas }: Pick<OpenSearchConfig, "shards" | "replicas">,
  { vectors, lexicon }: Omit<IndexMeta, "mapping"> = { vectors: {}, lexicon: null },
): API.Indices_Create_RequestBody {
  const spaces = Object.entries(vectors).flatMap(([name, space]) =>
    space === undefined ? [] : [[VECTOR_FIELDS[name as keyof IndexVectors], vector(space)] as const],
  );
  const meta: IndexMeta = { mapping: MAPPING_VERSION, vectors, lexicon };
  const body = {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        max_result_window: MAX_RESULT_WINDOW,
        gc_deletes: GC_DELETES,
        ...(spaces.length > 0 ? { knn: true } : {}),
        similarity: {
          discovery: { type: "BM25", k1: 1.2, b: 0.75 },
          // The frequency of a lexeme is its weight in the record, already saturated (docs/company-search.md).
          impact: { type: "scripted", script: { source: "return query.boost * doc.freq" } },
        },
      },
      analysis: {
        filter: { frequencies: { type: "delimited_term_freq", delimiter: "|" } },
        tokenizer: { spaces: { type: "whitespace", max_token_length: LONGEST_TOKEN } },
        analyzer: { weighted: { type: "custom", tokenizer: "spaces", filter: ["frequencies"] } },
      },
    },
    mappings: {
      dynamic: "strict",
      _meta: meta,
      _source: { excludes: spaces.map(([field]) => field) },
      properties: {
        id: { type: "integer" },
        domain: keyword,
        recordDigest: keyword,
        textDigest: keyword,
        sample: { type: "integer" },
        // For discovery: stems with weighted counts, and the fields for its conditions and judging.
        stems: { type: "text", analyzer: "weighted", similarity: "discovery", index_options: "freqs" },
        industries: keyword,
        roles: keyword,
        country: keyword,
        state: keyword,
        city: keyword,
        bareState: keyword,
        bareCity: keyword,
        employees: { type: "integer" },
        revenueUsd: { type: "double" },
        founded: { type: "integer" },
        marketCapBand: keyword,
        // For company search: lexemes with their impacts, conditions, facets and orders.
        lexemes: { type: "text", analyzer: "weighted", similarity: "impact", index_options: "freqs", norms: false },
        parents: keyword,
        places: keyword,
        certifications: keyword,
        claims: keyword,
        keywords: { type: "wildcard" },
        naics: keyword,
        industryFacet: keyword,
        certificationFacet: keyword,
        claimFacet: keyword,
        sectorFacet: keyword,
        nameOrder: { type: "keyword", index: false },
        revenueDelta: { type: "double" },
        sizeDelta: { type: "double" },
        ...Object.fromEntries(spaces),
      },
    },
  };
  // The client's types lack named similarities and this filter.
  return body as unknown as API.Indices_Create_RequestBody;
}
