import { convert } from "html-to-text";
import { ZodError } from "zod";
import type { WebSearchConfig } from "../../config/web-search.ts";
import { storableLine } from "../../language/storable-text.ts";
import type { Json, ProviderCall } from "../provider-call.ts";
import { costOfStatus, notConnectedCode, ProviderError, type ProviderFailure, saidBy } from "../provider-error.ts";
import { retryAfterMs } from "../retry-after.ts";
import { type FoundPage, PROTOCOLS, type Protocol } from "./protocols.ts";
import type { WebQuery, WebResult, WebSearch } from "./web-search.ts";

const TIMEOUT_MS = 20_000;
/** Larger answers are no list of results. */
const MOST_BYTES = 5_000_000;
const MOST_RESULTS = 20;
const LONGEST_URL = 2_000;
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1_000;
/** Of a text with markup so many times its length is read: parsers take long for what is long and nested. */
const MARKUP = 4;

const BY_STATUS: Record<number, ProviderFailure> = {
  401: "auth",
  402: "quota",
  403: "auth",
  408: "timeout",
  429: "rate",
  432: "quota",
  433: "quota",
};

type Named = NonNullable<WebSearchConfig>;

/** Titles and snippets come with markup and entities at times. */
function plain(text: string | null | undefined, longest: number): string {
  const selectors = [{ selector: "a", options: { ignoreHref: true } }];
  return storableLine(
    convert((text ?? "").slice(0, longest * MARKUP).replaceAll("\0", ""), { wordwrap: false, selectors }),
    longest,
  );
}

/** Pages with an address of the web, each once. */
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

/** US dollars as whole micro-dollars, rounded up, but not for what a binary fraction adds behind the ninth digit. */
const microUsd = (usd: number): number => Math.ceil(Math.round(usd * 1e9) / 1e3);
/** One search of a plan that costs so much for a thousand. */
const priceOfOne = (price: number): number => microUsd(price / 1_000);

/** A body of bounded size as text. */
async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new RangeError(`more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What the provider said of its own error; never the request. */
function refusal({ kind: name, apiKey }: Named, response: Response, body: string): ProviderError {
  const { status } = response;
  const said = saidBy(body, apiKey);
  return new ProviderError({
    provider: name,
    failure: BY_STATUS[status] ?? (status >= 500 ? "unavailable" : "refused"),
    message: `${name} answered ${status}${said === "" ? "" : `: ${said}`}`,
    retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
    costMicroUsd: costOfStatus(status),
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function brokenOff(name: string, error: unknown): ProviderError {
  if (isTimeout(error))
    return new ProviderError({
      provider: name,
      failure: "timeout",
      message: `${name} did not answer in time`,
      cause: error,
    });
  const code = notConnectedCode(error);
  if (code !== undefined)
    return new ProviderError({
      provider: name,
      failure: "unavailable",
      message: `${name} cannot be reached (${code})`,
      costMicroUsd: 0,
      cause: error,
    });
  const message = `${name} broke off in the middle of its answer`;
  return new ProviderError({ provider: name, failure: "unavailable", message, cause: error });
}

/** One search over the wire. @throws ProviderError */
async function ask(
  config: Named,
  protocol: Protocol,
  query: WebQuery,
  signal: AbortSignal,
): Promise<{ answer: WebResult[]; costMicroUsd: number; usage: Record<string, number> }> {
  const { kind, url, apiKey, price } = config;
  const { path, method, headers, body } = protocol.request(query, apiKey);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url + path, {
      method,
      headers: { accept: "application/json", ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // An API that moves is a mistake of the configuration, and a key must not travel on.
      redirect: "manual",
      signal,
    });
    text = await readBody(response);
  } catch (error) {
    throw brokenOff(kind, error);
  }
  if (!response.ok) throw refusal(config, response, text);
  try {
    const { pages, costUsd } = protocol.read(JSON.parse(text));
    const costMicroUsd = costUsd === undefined ? priceOfOne(price) : microUsd(costUsd);
    return { answer: resultsOf(pages, query.count), costMicroUsd, usage: { searches: 1 } };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof ZodError)) throw error;
    // It was answered, so it was charged.
    throw new ProviderError({
      provider: kind,
      failure: "malformed",
      message: `${kind} gave an answer that nobody can read`,
      retryable: false,
      costMicroUsd: priceOfOne(price),
    });
  }
}

/** The web search that the configuration names; null: none, and nobody is asked. */
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
