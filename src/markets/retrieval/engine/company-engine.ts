import type { Query } from "./condition-filter.ts";
import type { StoredCompany } from "./pool.ts";

/** Stems with weights. */
export type WeightedStems = readonly (readonly [stem: string, weight: number])[];

/** The kinds of vectors that companies have: word vectors of the lexicon, and those of the sentence model. */
export type VectorKind = "words" | "sentences";

/** Something to ask of an engine. Several are asked together, in one request. */
export interface Asked<T> {
  /** The body of a search, in the engine's JSON. */
  body: Query;
  read(answer: SearchAnswer): T;
}

/** What an engine answers to one search. */
export interface SearchAnswer {
  hits: { total?: { value: number }; hits: { _id: string; _score: number | null; _source?: unknown }[] };
  aggregations?: { having: { buckets: Record<string, { doc_count: number }> } };
}

/** The answers to what was asked together, in its order. */
export type Answers<All extends readonly Asked<unknown>[]> = {
  -readonly [K in keyof All]: All[K] extends Asked<infer T> ? T : never;
};

/** A company that a search found, with the engine's own score. */
export interface FoundId {
  id: number;
  score: number;
}

/** What an engine elsewhere knows of the vectors of its companies. */
export interface EngineVectors {
  model: string;
  dimensions: number;
}

/**
 * The companies of a directory in an engine elsewhere. It stores them and finds the best; what their texts say, and how signals come
 * together, is decided here. Each method rejects with the engine's error where it fails.
 */
export interface CompanyEngine {
  /** Names the index that answers. */
  readonly generation: string;
  readonly vectors: Partial<Record<VectorKind, EngineVectors>>;
  /** Asks several things in one request, of one index. */
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

/** `sample` of a company is below this. */
const SAMPLE_RANGE = 1_000_000;

/** Ids and scores alone: what companies say is asked once for all lists. */
const IDS = { _source: false, track_total_hits: false } as const;

const idsOf = (answer: SearchAnswer): FoundId[] =>
  answer.hits.hits.map(({ _id, _score }) => ({ id: Number(_id), score: _score ?? 0 }));
const companiesOf = (answer: SearchAnswer): StoredCompany[] =>
  // Written by `companyDocuments`, with all of these fields.
  answer.hits.hits.map(({ _source }) => _source as StoredCompany);
const within = (ids: readonly number[]): Query => ({ ids: { values: ids.map(String) } });

/** BM25 of weighted stems; the engine takes no weight of 0. */
const stemQuery = (stems: WeightedStems): Query => ({
  bool: {
    should: stems.filter(([, weight]) => weight > 0).map(([value, boost]) => ({ term: { stems: { value, boost } } })),
  },
});

/** The companies with the greatest full text scores, best first. */
export const top = (stems: WeightedStems, filter: Query, k: number): Asked<FoundId[]> => ({
  body: { ...IDS, size: k, query: { bool: { must: [stemQuery(stems)], filter: [filter] } } },
  read: idsOf,
});

/** The companies with the nearest vectors, nearest first. */
export const nearest = (kind: VectorKind, unit: Float32Array, filter: Query, k: number): Asked<FoundId[]> => ({
  body: { ...IDS, size: k, query: { knn: { [VECTOR_FIELDS[kind]]: { vector: Array.from(unit), k, filter } } } },
  read: idsOf,
});

/** What the engine stores of these companies, as far as it has them. */
export const documents = (ids: readonly number[]): Asked<StoredCompany[]> => ({
  body: { _source: FIELDS, track_total_hits: false, size: ids.length, query: { bool: { filter: [within(ids)] } } },
  read: companiesOf,
});

/** The same by domain. */
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
 * So many companies, drawn by their ids alone: the same ones whenever they are asked for.
 * @param of how many there are, about
 */
export const sample = (count: number, of: number): Asked<StoredCompany[]> => ({
  body: {
    _source: FIELDS,
    track_total_hits: false,
    size: count,
    sort: [{ sample: "asc" }, { id: "asc" }],
    // Twice as many as are wanted are sorted, not all of them.
    query: { range: { sample: { lt: Math.ceil((2 * SAMPLE_RANGE * count) / Math.max(1, of)) } } },
  },
  read: companiesOf,
});

/** Cosines of a unit vector with those of these companies; one without a vector is left out. */
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

/** The engine's scores are positive: an inner product p of at least 0 is told as 1 + p, another one as 1 / (1 − p). */
const innerProduct = (score: number): number => (score >= 1 ? score - 1 : 1 - 1 / score);

/** A sum of shares in 32 bits may miss the bound by a rounding. */
const ROUNDING = 1e-5;

/** What a company has to have of one offer: a stem, and stems whose shares come to the least sum. The shares sum to 1. */
export interface WantedStems {
  key: string;
  stems: WeightedStems;
}

/** How many companies have what is wanted of any of the offers. */
export const countHaving = (offers: readonly WantedStems[], least: number, filter: Query): Asked<number> => ({
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
        filter: [filter],
      },
    },
  },
  read: ({ hits }) => hits.total?.value ?? 0,
});

/** How many companies have each stem. */
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

/** How many companies there are, with a vector of a kind or at all. */
export const countCompanies = (kind: VectorKind | null): Asked<number> => ({
  body: {
    size: 0,
    track_total_hits: true,
    query: kind === null ? { match_all: {} } : { exists: { field: VECTOR_FIELDS[kind] } },
  },
  read: ({ hits }) => hits.total?.value ?? 0,
});

/** The companies with the greatest ids that have no vector of a kind. */
export const withoutVector = (kind: VectorKind, count: number): Asked<FoundId[]> => ({
  body: {
    ...IDS,
    size: count,
    sort: [{ id: "desc" }],
    query: { bool: { must_not: [{ exists: { field: VECTOR_FIELDS[kind] } }] } },
  },
  read: idsOf,
});
