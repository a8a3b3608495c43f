import type { Client } from "@opensearch-project/opensearch";
import { askEngine } from "#companies/engine/engine-client";
import type { IndexVectors } from "#companies/engine/index-mapping";
import type { Answers, Asked, CompanyEngine, SearchAnswer } from "./company-engine.ts";

/** An index was taken away while it was asked: another one has its place. */
export class GenerationGoneError extends Error {
  override readonly name = "GenerationGoneError";
}

/** Searches of one request: the engine runs as many beside each other as it has threads, and the others wait there. */
const AT_ONCE = 50;

interface MultiSearchItem extends SearchAnswer {
  error?: { type: string; reason?: string };
}

/** OpenSearch's answer to `_termvectors`, as far as it is read. */
interface TermVectors {
  term_vectors?: { stems?: { terms: Record<string, { doc_freq?: number }> } };
}

/**
 * One index of companies in OpenSearch.
 * @throws ServiceUnavailableError, from each method, where the engine is away; GenerationGoneError where it does not have the index any more
 */
export function openSearchCompanies(client: Client, index: string, vectors: IndexVectors): CompanyEngine {
  async function asked(some: readonly Asked<unknown>[]): Promise<unknown[]> {
    const body = some.flatMap((one) => [{ index }, one.body]);
    const { body: answer } = await askEngine(() => client.msearch({ body: body as Record<string, unknown>[] }));
    return (answer.responses as unknown as MultiSearchItem[]).map((item, i) => {
      if (item.error?.type === "index_not_found_exception")
        throw new GenerationGoneError(`the index ${index} is not in the search engine any more`);
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
    async frequencies(stems) {
      if (stems.length === 0) return new Map();
      // A document that is not stored has all of them: the engine tells of each term how many others have it.
      const { body } = await askEngine(() =>
        client.termvectors({
          index,
          fields: ["stems"],
          term_statistics: true,
          field_statistics: false,
          positions: false,
          offsets: false,
          body: { doc: { stems: stems.map((stem) => `${stem}|1`).join(" ") } },
        }),
      );
      const terms = (body as TermVectors).term_vectors?.stems?.terms ?? {};
      return new Map(
        Object.entries(terms).flatMap(([stem, { doc_freq: companies = 0 }]) =>
          companies > 0 ? [[stem, companies] as const] : [],
        ),
      );
    },
  };
}
