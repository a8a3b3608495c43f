import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { retryAfterMs } from "../retry-after.ts";
import { checkUrl } from "./check-url.ts";
import { createGuardedConnector, type Resolve } from "./connector.ts";
import { FetchFailedError, FetchRefusedError } from "./errors.ts";
import type { BodyLimits } from "./read-body.ts";
import { type Answer, type BodyTaker, isRedirect, requestOnce } from "./request.ts";

/** An answer of any HTTP status, including 304 and 404. */
export interface FetchedResource {
  /** After redirects, without a fragment. */
  url: string;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Decompressed. */
  body: Buffer;
  /** The header as sent, "" where it is absent. */
  contentType: string;
}

export interface FetchOptions extends Partial<BodyLimits> {
  /** Sent with the first request; after a redirect to another origin only `HARMLESS_HEADERS` are sent. */
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Limit for an answer with all its redirects, from the first connection to the end of the body, without waiting in a queue. */
  timeoutMs?: number;
  /** Takes the body instead of memory, within `maxBytes`. Called for each answer that is no redirect. */
  into?: BodyTaker | undefined;
  /** Retries after a transient failure: a broken connection, 429, 502, 503 or 504. */
  retries?: number;
}

export interface Fetcher {
  /**
   * Fetches an address of the public web by GET.
   * @throws FetchRefusedError when it may not be fetched, now or ever.
   * @throws FetchFailedError when no complete answer came; `retryable` says whether one may come later.
   */
  fetch(url: string, options?: FetchOptions): Promise<FetchedResource>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** Wraps each single request, redirects included: it may refuse a request by throwing, or delay it. */
export type EachRequest = (url: URL, send: () => Promise<Answer>, signal?: AbortSignal) => Promise<Answer>;

export interface FetcherOptions {
  /** Host and port pairs that may be fetched at any address, such as "127.0.0.1:8080"; the port is required. */
  allow?: readonly string[] | undefined;
  /** An address or a page by which a site's owner can reach the operator; part of the User-Agent. */
  contact?: string | undefined;
  resolve?: Resolve | undefined;
  /** Certificate authorities (PEM) instead of those that Node trusts. */
  ca?: string | undefined;
  connectTimeoutMs?: number | undefined;
  /** Longest silence before the headers, and between two pieces of the body. */
  silenceMs?: number | undefined;
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
}

/** The name by which robots.txt can address this product. */
export const ROBOT_NAME = "MarketIntelligenceBot";

const MAX_REDIRECTS = 5;
/** Twice what Node's own client accepts: pages with long security policies need more than that. */
const MAX_HEADER_BYTES = 32 * 1024;
/** Headers that another origin may see: they say what is wanted, never who asks. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
]);
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_PAUSE_MS = 500;
/** Longest pause; a longer wait is left to the caller, who gets the answer with its `Retry-After`. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * Makes the only way out to addresses that others name: pages, feeds, results of a web search. It connects only to
 * public addresses (see `createGuardedConnector`), checks each redirect again, and bounds time, size and redirects. It
 * does not use proxies named by the environment: a proxy would resolve names itself, out of this guard's sight.
 */
export function createFetcher(
  options: FetcherOptions = {},
  eachRequest: EachRequest = (_url, send) => send(),
): Fetcher {
  const { timeoutMs = 30_000, maxBytes = 10_000_000, silenceMs = 15_000, connectTimeoutMs = 10_000 } = options;
  const allowed: ReadonlySet<string> = new Set((options.allow ?? []).map((pair) => pair.toLowerCase()));
  const userAgent = userAgentOf(options.contact);
  const dispatcher = new Agent({
    connect: createGuardedConnector({ allowed, resolve: options.resolve, connectTimeoutMs, ca: options.ca }),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
  });
  return { fetch: fetchWithRetries, close: () => dispatcher.close() };

  async function fetchWithRetries(address: string, given: FetchOptions = {}): Promise<FetchedResource> {
    const { retries = 0, signal } = given;
    for (let attempt = 0; ; attempt++) {
      let pause = FIRST_PAUSE_MS * 2 ** attempt;
      try {
        const answer = await follow(address, given);
        if (!PASSING_STATUSES.has(answer.status) || attempt >= retries) return toResource(answer);
        pause = retryAfterMs(answer.headers["retry-after"]) ?? pause;
        if (pause > LONGEST_PAUSE_MS) return toResource(answer);
      } catch (error) {
        if (!(error instanceof FetchFailedError) || !error.retryable || attempt >= retries) throw error;
      }
      // Node's own error of an aborted wait says less than the caller's reason.
      await sleep(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** Follows redirects itself, so that each address passes the same checks. */
  async function follow(address: string, given: FetchOptions): Promise<Answer> {
    const { signal } = given;
    let url = checkUrl(address, undefined, allowed);
    let headers = given.headers ?? {};
    let leftMs = given.timeoutMs ?? timeoutMs;
    for (let redirects = 0; ; redirects++) {
      const send = async () => {
        const began = performance.now();
        const answer = await requestOnce(url, {
          dispatcher,
          userAgent,
          headers,
          signal,
          timeoutMs: leftMs,
          maxBytes: given.maxBytes ?? maxBytes,
          whenLarger: given.whenLarger ?? "refuse",
          into: given.into,
        });
        leftMs = Math.max(1, Math.ceil(leftMs - (performance.now() - began)));
        return answer;
      };
      signal?.throwIfAborted();
      const answer = await eachRequest(url, send, signal);
      if (!isRedirect(answer)) return answer;
      if (redirects === MAX_REDIRECTS)
        throw new FetchFailedError(url, `redirects more than ${MAX_REDIRECTS} times`, false);
      const next = checkUrl(answer.headers.location ?? "", url, allowed);
      if (url.protocol === "https:" && next.protocol === "http:")
        throw new FetchRefusedError(url, "redirects from an encrypted address to one that is not");
      if (next.origin !== url.origin)
        headers = Object.fromEntries(
          Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase())),
        );
      url = next;
    }
  }
}

function toResource({ url, status, headers, body }: Answer): FetchedResource {
  return { url: url.href, status, headers, body, contentType: headers["content-type"] ?? "" };
}

/** "MarketIntelligenceBot (+https://example.com/bot)": a product token and a comment (RFC 9110 §10.1.5). */
export function userAgentOf(contact: string | undefined): string {
  const comment = (contact ?? "").replace(/[^\x21-\x7e]|[()\\]/g, "");
  return comment === "" ? ROBOT_NAME : `${ROBOT_NAME} (+${comment})`;
}
