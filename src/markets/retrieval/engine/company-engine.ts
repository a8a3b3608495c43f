import type { Query } from "./condition-filter.ts";
import type { StoredCompany } from "./pool.ts";

/** Stems with weights. */
export type WeightedStems = readonly (readonly [stem: string, weight: number])[];

/** The kinds of vectors that companies have: word vectors of the lexicon, and vectors of the sentence model. */
export type VectorKind = "words" | "sentences";

/** One search of an engine. Several are sent together, in one request. */
export interface Asked<T> {
  /** The body of a search, in the engine's JSON. */
  body: Query;
  read(answer: SearchAnswer): T;
}

/** An engine's answer to one search. */
export interface SearchAnswer {
  hits: { total?: { value: number }; hits: { _id: string; _score: number | null; _source?: unknown }[] };
  aggregations?: { having: { buckets: Record<string, { doc_count: number }> } };
}

/** The answers to several searches, in the same order. */
export type Answers<All extends readonly Asked<unknown>[]> = {
  -readonly [K in keyof All]: All[K] extends Asked<infer T> ? T : never;
};

/** A company that a search found, with the engine's own score. */
export interface FoundId {
  id: number;
  score: number;
}

/** The vectors that an external engine has of its companies. */
export interface EngineVectors {
  model: string;
  dimensions: number;
}

/**
 * The companies of a directory in an external engine. It stores them and finds the best. This product reads their texts
 * and combines the signals. Each method rejects with the engine's error where it fails.
 */
export interface CompanyEngine {
  /** The name of the index that answers. */
  readonly generation: string;
  readonly vectors: Partial<Record<VectorKind, EngineVectors>>;
  /** Sends several searches to one index. */
  ask<const All extends readonly Asked<unknown>[]>(all: All): Promise<Answers<All>>;
}

const FIELDS = [
  "id",
  "domain",
  "stems",
  "industries",
  "roles",
  "country",
  "state",
  "city",
  "employees",
  "revenueUsd",
  "founded",
  "marketCapBand",
];
const VECTOR_FIELDS: Record<VectorKind, string> = { words: "wordVector", sentences: "sentenceVector" };

/** Upper limit (exclusive) of a company's `sample`. */
const SAMPLE_RANGE = 1_000_000;

/** Returns only ids and scores. The companies themselves are read once for all lists. */
const IDS = { _source: false, track_total_hits: false } as const;

const idsOf = (answer: SearchAnswer): FoundId[] =>
  answer.hits.hits.map(({ _id, _score }) => ({ id: Number(_id), score: _score ?? 0 }));
const companiesOf = (answer: SearchAnswer): StoredCompany[] =>
  // `companyDocuments` writes all of these fields.
  answer.hits.hits.map(({ _source }) => _source as StoredCompany);
const within = (ids: readonly number[]): Query => ({ ids: { values: ids.map(String) } });

/** BM25 of weighted stems. The engine accepts no weight of 0. */
const stemQuery = (stems: WeightedStems): Query => ({
  bool: {
    should: stems.filter(([, weight]) => weight > 0).map(([value, boost]) => ({ term: { stems: { value, boost } } })),
  },
});

/** Finds the companies with the greatest full-text scores, best first. */
export const top = (stems: WeightedStems, filter: Query, k: number): Asked<FoundId[]> => ({
  body: { ...IDS, size: k, query: { bool: { must: [stemQuery(stems)], filter: [filter] } } },
  read: idsOf,
});

/** Finds the companies with the nearest vectors, nearest first. */
export const nearest = (kind: VectorKind, unit: Float32Array, filter: Query, k: number): Asked<FoundId[]> => ({
  body: { ...IDS, size: k, query: { knn: { [VECTOR_FIELDS[kind]]: { vector: Array.from(unit), k, filter } } } },
  read: idsOf,
});

/** Reads the stored documents of these companies; leaves out unknown ids. */
export const documents = (ids: readonly number[]): Asked<StoredCompany[]> => ({
  body: { _source: FIELDS, track_total_hits: false, size: ids.length, query: { bool: { filter: [within(ids)] } } },
  read: companiesOf,
});

/** Reads the stored documents by domain. */
export const documentsOfDomains = (domains: readonly string[]): Asked<StoredCompany[]> => ({
  body: {
    _source: FIELDS,
    track_total_hits: false,
    size: domains.length,
    query: { bool: { filter: [{ terms: { domain: domains } }] } },
  },
  read: companiesOf,
});

/**
 * Draws a sample of companies by their ids, so that it is always the same.
 * @param of the approximate number of companies
 */
export const sample = (count: number, of: number): Asked<StoredCompany[]> => ({
  body: {
    _source: FIELDS,
    track_total_hits: false,
    size: count,
    sort: [{ sample: "asc" }, { id: "asc" }],
    // Sorts only twice as many companies as the sample needs, not all.
    query: { range: { sample: { lt: Math.ceil((2 * SAMPLE_RANGE * count) / Math.max(1, of)) } } },
  },
  read: companiesOf,
});

/** Returns the cosines of a unit vector with those of these companies. A company without a vector is left out. */
export const cosines = (kind: VectorKind, unit: Float32Array, ids: readonly number[]): Asked<Map<number, number>> => {
  const field = VECTOR_FIELDS[kind];
  return {
    body: {
      ...IDS,
      size: ids.length,
      query: {
        script_score: {
          query: { bool: { filter: [within(ids), { exists: { field } }] } },
          script: {
            lang: "knn",
            source: "knn_score",
            params: { field, query_value: Array.from(unit), space_type: "innerproduct" },
          },
        },
      },
    },
    read: (answer) => new Map(idsOf(answer).map(({ id, score }) => [id, innerProduct(score)])),
  };
};

/**
 * Converts the engine's score to an inner product p. Scores are positive: 1 + p for p of at least 0, and 1 / (1 − p)
 * for a negative p.
 */
const innerProduct = (score: number): number => (score >= 1 ? score - 1 : 1 - 1 / score);

/** Tolerance for the rounding of a sum of shares in 32 bits. */
const ROUNDING = 1e-5;

/**
 * An offer that companies are searched for: a stem that they must have, and stems whose shares must reach a minimum
 * sum. All shares sum to 1.
 */
export interface WantedStems {
  key: string;
  stems: WeightedStems;
}

/** Counts the companies that satisfy at least one of the offers, in the whole directory without a filter. */
export const countHaving = (offers: readonly WantedStems[], least: number, filter: Query | null): Asked<number> => ({
  body: {
    size: 0,
    track_total_hits: true,
    min_score: least - ROUNDING,
    query: {
      bool: {
        must: [
          {
            dis_max: {
              queries: offers.map(({ key, stems }) => ({
                bool: {
                  filter: [{ term: { stems: key } }],
                  should: stems.map(([stem, boost]) => ({
                    constant_score: { filter: { term: { stems: stem } }, boost },
                  })),
                },
              })),
            },
          },
        ],
        filter: filter === null ? [] : [filter],
      },
    },
  },
  read: ({ hits }) => hits.total?.value ?? 0,
});

/** Counts the companies that have each stem. */
export const frequencies = (stems: readonly string[]): Asked<Map<string, number>> => ({
  body: {
    size: 0,
    track_total_hits: false,
    aggs: {
      having: { filters: { filters: Object.fromEntries(stems.map((stem) => [stem, { term: { stems: stem } }])) } },
    },
  },
  read: ({ aggregations }) =>
    new Map(Object.entries(aggregations?.having.buckets ?? {}).map(([stem, bucket]) => [stem, bucket.doc_count])),
});

/** Counts the companies, all or those with a vector of one kind. */
export const countCompanies = (kind: VectorKind | null): Asked<number> => ({
  body: {
    size: 0,
    track_total_hits: true,
    query: kind === null ? { match_all: {} } : { exists: { field: VECTOR_FIELDS[kind] } },
  },
  read: ({ hits }) => hits.total?.value ?? 0,
});

/** Finds the companies with the greatest ids that have no vector of a kind. */
export const withoutVector = (kind: VectorKind, count: number): Asked<FoundId[]> => ({
  body: {
    ...IDS,
    size: count,
    sort: [{ id: "desc" }],
    query: { bool: { must_not: [{ exists: { field: VECTOR_FIELDS[kind] } }] } },
  },
  read: idsOf,
});
