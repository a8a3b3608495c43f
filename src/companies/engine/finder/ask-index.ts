import { errors } from "@opensearch-project/opensearch";
import { ServiceUnavailableError } from "#foundation/errors/index";
import { askEngine } from "../engine-client.ts";
import { liveAlias } from "../index-names.ts";
import type { SearchEngine } from "../search-engine.ts";

/** A clause of the engine's query language. */
export type Clause = Record<string, unknown>;

/** What one search of the live index asks for, in the engine's words. */
export interface IndexSearch {
  query: Clause;
  size: number;
  from?: number;
  sort?: Clause[];
  aggs?: Record<string, Clause>;
}

export interface IndexHit {
  id: number;
  /** Single precision, as the engine computes it. */
  score: number;
  /** The values that it was sorted by. */
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

/** A search takes tens of milliseconds; a node that is silent for so long is given up. Another is tried, or the same once more. */
const SEARCH_TIMEOUT_MS = 5_000;

const NO_INDEX = "the search engine has no index of the companies yet: an operator makes it by market search rebuild";

function answerOf({ error, _shards, hits, aggregations }: Response): IndexAnswer {
  if (error?.type === "index_not_found_exception") throw new ServiceUnavailableError(NO_INDEX);
  if (error !== undefined) throw new Error(`the search engine refused a search: ${error.type}: ${error.reason}`);
  // Totals and facets of a part of the companies would be wrong without a word.
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
 * Asks several searches of the live index in one request. Totals are exact.
 * @throws EngineAwayError; ServiceUnavailableError where there is no index, or a part of it is away
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

/** How many companies satisfy each of these clauses. */
export async function countsOf(engine: SearchEngine, clauses: readonly Clause[]): Promise<number[]> {
  if (clauses.length === 0) return [];
  const answers = await askIndex(
    engine,
    clauses.map((query) => ({ query, size: 0 })),
  );
  return answers.map(({ total }) => total);
}
