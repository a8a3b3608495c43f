import type { Client } from "@opensearch-project/opensearch";
import { askEngine, EngineAwayError } from "#companies/engine/engine-client";
import type { IndexVectors } from "#companies/engine/index-mapping";
import type { Answers, Asked, CompanyEngine, SearchAnswer } from "./company-engine.ts";

/** The index was removed during a search, because another one has replaced it. */
export class GenerationGoneError extends Error {
  override readonly name = "GenerationGoneError";
}

/** Number of searches in one request. The engine runs as many in parallel as it has threads, and queues the others. */
const AT_ONCE = 50;

interface MultiSearchItem extends SearchAnswer {
  status?: number;
  error?: { type: string; reason?: string };
}

/**
 * Opens one index of companies in OpenSearch.
 * @throws EngineAwayError, from each method, when the engine is unavailable; GenerationGoneError when the index no
 * longer exists
 */
export function openSearchCompanies(client: Client, index: string, vectors: IndexVectors): CompanyEngine {
  async function asked(some: readonly Asked<unknown>[]): Promise<unknown[]> {
    // Partial results are not allowed. A list that lacks some shards would pass as the best of all.
    const body = some.flatMap((one) => [{ index, allow_partial_search_results: false }, one.body]);
    const { body: answer } = await askEngine(() => client.msearch({ body: body as Record<string, unknown>[] }));
    return (answer.responses as unknown as MultiSearchItem[]).map((item, i) => {
      if (item.error?.type === "index_not_found_exception")
        throw new GenerationGoneError(`the index ${index} is not in the search engine any more`);
      if (item.status === 429 || (item.status ?? 0) >= 502) throw new EngineAwayError(item.error?.reason);
      if (item.error !== undefined)
        throw new Error(`the search engine refused a search: ${item.error.type}, ${item.error.reason ?? ""}`);
      return some[i]?.read(item);
    });
  }

  return {
    generation: index,
    vectors,
    async ask<const All extends readonly Asked<unknown>[]>(all: All): Promise<Answers<All>> {
      const answers: unknown[] = [];
      for (let from = 0; from < all.length; from += AT_ONCE)
        answers.push(...(await asked(all.slice(from, from + AT_ONCE))));
      return answers as Answers<All>;
    },
  };
}
