import { createRequire } from "node:module";
import type { WebSearchConfig } from "#foundation/config/web-search";
import { storableLine } from "#foundation/language/storable-text";
import { lazily } from "#foundation/loading/lazily";
import { microUsd, priceOfOne, requestJson } from "../json-request.ts";
import type { Json, ProviderCall } from "../provider-call.ts";
import { type FoundPage, PROTOCOLS, type Protocol } from "./protocols.ts";
import type { WebQuery, WebResult, WebSearch } from "./web-search.ts";

const TIMEOUT_MS = 20_000;
const MOST_RESULTS = 20;
const LONGEST_URL = 2_000;
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1_000;

const require = createRequire(import.meta.url);
const htmlToText = lazily(() => require("html-to-text") as typeof import("html-to-text"));

/** How much markup is read, as a multiple of the text's length: parsers take long for long, nested input. */
const MARKUP = 4;

type Named = NonNullable<WebSearchConfig>;

/** Returns plain text: titles and snippets sometimes contain markup and entities. */
function plain(text: string | null | undefined, longest: number): string {
  const selectors = [{ selector: "a", options: { ignoreHref: true } }];
  return storableLine(
    htmlToText().convert((text ?? "").slice(0, longest * MARKUP).replaceAll("\0", ""), { wordwrap: false, selectors }),
    longest,
  );
}

/** Returns pages with a web address, each once. */
function resultsOf(pages: FoundPage[], count: number): WebResult[] {
  const results = new Map<string, WebResult>();
  for (const { url, title, snippet } of pages) {
    if (results.size === count) break;
    const address = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
    if (address === null || !/^https?:$/.test(address.protocol) || address.href.length > LONGEST_URL) continue;
    if (address.username !== "" || address.password !== "") continue;
    if (!results.has(address.href))
      results.set(address.href, {
        url: address.href,
        title: plain(title, LONGEST_TITLE),
        snippet: plain(snippet, LONGEST_SNIPPET),
      });
  }
  return [...results.values()];
}

/** Sends one search. @throws ProviderError */
async function ask(
  { kind, url, apiKey, price }: Named,
  protocol: Protocol,
  query: WebQuery,
  signal: AbortSignal,
): Promise<{ answer: WebResult[]; costMicroUsd: number; usage: Record<string, number> }> {
  const { path, ...request } = protocol.request(query, apiKey);
  const costMicroUsd = priceOfOne(price);
  return requestJson(
    {
      ...request,
      provider: kind,
      url: url + path,
      apiKey,
      costMicroUsd,
      read(answer) {
        const { pages, costUsd } = protocol.read(answer);
        return {
          answer: resultsOf(pages, query.count),
          costMicroUsd: costUsd === undefined ? costMicroUsd : microUsd(costUsd),
          usage: { searches: 1 },
        };
      },
    },
    signal,
  );
}

/** Makes the configured web search; null means that none is called. */
export function createWebSearch(config: WebSearchConfig): WebSearch | null {
  if (config === null) return null;
  const { kind, price } = config;
  const priceMicroUsd = priceOfOne(price);
  return {
    name: kind,
    priceMicroUsd,
    search({ text, count, country }, pay) {
      const query: WebQuery = { text, count: Math.min(MOST_RESULTS, Math.max(1, count)), country };
      const call: ProviderCall<WebResult[] & Json> = {
        provider: kind,
        operation: "search",
        request: { text, count: query.count, country },
        capMicroUsd: priceMicroUsd,
        timeoutMs: TIMEOUT_MS,
        run: (signal) => ask(config, PROTOCOLS[kind], query, signal),
      };
      return pay(call);
    },
  };
}
