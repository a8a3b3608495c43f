import { errors } from "@opensearch-project/opensearch";
import { ServiceUnavailableError } from "#foundation/errors/index";
import { askEngine } from "../engine-client.ts";
import { liveAlias } from "../index-names.ts";
import type { SearchEngine } from "../search-engine.ts";

/** A clause of the engine's query language. */
export type Clause = Record<string, unknown>;

/** One search of the live index, in the engine's terms. */
export interface IndexSearch {
  query: Clause;
  size: number;
  from?: number;
  sort?: Clause[];
  aggs?: Record<string, Clause>;
}

export interface IndexHit {
  id: number;
  /** In single precision, as the engine computes it. */
  score: number;
  /** The values of its sort fields. */
  sort: unknown[];
}

export interface IndexAnswer {
  total: number;
  hits: IndexHit[];
  aggregations: Record<string, unknown>;
}

interface Response {
  error?: { type?: string; reason?: string };
  _shards?: { failed: number };
  hits?: { total?: { value: number }; hits: { _id: string; _score: number | null; sort?: unknown[] }[] };
  aggregations?: Record<string, unknown>;
}

/**
 * Timeout of a search, in ms. A search takes tens of milliseconds. After the timeout, another node is tried, or the
 * same node again.
 */
const SEARCH_TIMEOUT_MS = 5_000;

const NO_INDEX = "the search engine has no index of the companies yet: an operator makes it by market search rebuild";

function answerOf({ error, _shards, hits, aggregations }: Response): IndexAnswer {
  if (error?.type === "index_not_found_exception") throw new ServiceUnavailableError(NO_INDEX);
  if (error !== undefined) throw new Error(`the search engine refused a search: ${error.type}: ${error.reason}`);
  // Totals and facets of only a part of the companies would be wrong without notice.
  if ((_shards?.failed ?? 0) > 0)
    throw new ServiceUnavailableError("a part of the search engine's index does not respond; try again later");
  return {
    total: hits?.total?.value ?? 0,
    hits: (hits?.hits ?? []).map(({ _id, _score, sort }) => ({
      id: Number(_id),
      score: Math.fround(_score ?? 0),
      sort: sort ?? [],
    })),
    aggregations: aggregations ?? {},
  };
}

/**
 * Sends several searches of the live index in one request. Totals are exact.
 * @throws EngineAwayError; ServiceUnavailableError when there is no index, or a part of it is unavailable
 */
export async function askIndex(
  { client, config }: SearchEngine,
  searches: readonly IndexSearch[],
): Promise<IndexAnswer[]> {
  const index = liveAlias(config.prefix);
  const body = searches.flatMap((search) => [
    { index },
    { ...search, _source: false, track_total_hits: true, ...(search.sort === undefined ? {} : { track_scores: true }) },
  ]);
  try {
    const answer = await askEngine(() => client.msearch({ body }, { requestTimeout: SEARCH_TIMEOUT_MS }));
    return (answer.body.responses as Response[]).map(answerOf);
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) throw new ServiceUnavailableError(NO_INDEX);
    throw error;
  }
}

/** Returns the number of companies for each clause. */
export async function countsOf(engine: SearchEngine, clauses: readonly Clause[]): Promise<number[]> {
  if (clauses.length === 0) return [];
  const answers = await askIndex(
    engine,
    clauses.map((query) => ({ query, size: 0 })),
  );
  return answers.map(({ total }) => total);
}
