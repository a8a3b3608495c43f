import { z } from "zod";
import type { WebSearchKind } from "#foundation/config/web-search";
import type { WebQuery } from "./web-search.ts";

/** A page as a provider describes it, unchecked. */
export interface FoundPage {
  url?: string | null | undefined;
  title?: string | null | undefined;
  snippet?: string | null | undefined;
}

/** How to send a search to one provider and read its answer. */
export interface Protocol {
  request(
    query: WebQuery,
    key: string | undefined,
  ): { path: string; method: "GET" | "POST"; headers: Record<string, string>; body?: object };
  /** @throws ZodError for an answer of another form */
  read(answer: unknown): { pages: FoundPage[]; costUsd?: number };
}

const text = z.string().nullish().catch(null);
/** Parses results one by one, so that a malformed one does not lose the others. */
const listOf = <T extends z.ZodType>(result: T) =>
  z.array(result.nullable().catch(null)).transform((results) => results.filter((found) => found !== null));
const queryString = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** The operator's own metasearch engine, with `json` among its formats. It takes no number of results. */
const searxngAnswer = z.object({ results: listOf(z.object({ url: text, title: text, content: text })) });
const searxng: Protocol = {
  request: ({ text: q }) => ({
    path: `/search?${queryString({ q, format: "json", categories: "general" })}`,
    method: "GET",
    headers: {},
  }),
  read: (answer) => ({
    pages: searxngAnswer.parse(answer).results.map(({ url, title, content }) => ({ url, title, snippet: content })),
  }),
};

const exaAnswer = z.object({
  results: listOf(z.object({ url: text, title: text, highlights: z.array(z.string()).nullish().catch(null), text })),
  costDollars: z.object({ total: z.number() }).nullish().catch(null),
});
const exa: Protocol = {
  request: ({ text: query, count, country }, key) => ({
    path: "/search",
    method: "POST",
    headers: { "x-api-key": key ?? "" },
    body: {
      query,
      type: "auto",
      numResults: count,
      contents: { highlights: true },
      ...(country ? { userLocation: country } : {}),
    },
  }),
  read: (answer) => {
    const { results, costDollars } = exaAnswer.parse(answer);
    return {
      pages: results.map(({ url, title, highlights, text: body }) => ({
        url,
        title,
        snippet: highlights?.join(" … ") ?? body,
      })),
      ...(costDollars ? { costUsd: costDollars.total } : {}),
    };
  },
};

const tavilyAnswer = z.object({ results: listOf(z.object({ url: text, title: text, content: text })) });
const tavily: Protocol = {
  request: ({ text: query, count }, key) => ({
    path: "/search",
    method: "POST",
    headers: { authorization: `Bearer ${key ?? ""}` },
    body: { query, max_results: count, search_depth: "basic", topic: "general" },
  }),
  read: (answer) => ({
    pages: tavilyAnswer.parse(answer).results.map(({ url, title, content }) => ({ url, title, snippet: content })),
  }),
};

/** The countries that Brave's index knows; it refuses a search for another one. */
const BRAVE_COUNTRIES = new Set(
  "AR AU AT BE BR CA CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE CH TR TW US ZA".split(
    " ",
  ),
);
const braveAnswer = z.object({
  // Without any result, the answer has no `web`.
  web: z.object({ results: listOf(z.object({ url: text, title: text, description: text })) }).nullish(),
});
const brave: Protocol = {
  request: ({ text: q, count, country }, key) => ({
    path: `/res/v1/web/search?${queryString({ q, count: String(count), text_decorations: "false", ...(country && BRAVE_COUNTRIES.has(country) ? { country } : {}) })}`,
    method: "GET",
    headers: { "x-subscription-token": key ?? "" },
  }),
  read: (answer) => ({
    pages: (braveAnswer.parse(answer).web?.results ?? []).map(({ url, title, description }) => ({
      url,
      title,
      snippet: description,
    })),
  }),
};

export const PROTOCOLS: Record<WebSearchKind, Protocol> = { searxng, exa, tavily, brave };
