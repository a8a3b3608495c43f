import { Agent } from "undici";
import { checkUrl } from "./check-url.ts";
import { createGuardedConnector, type Resolve } from "./connector.ts";
import { userAgentOf } from "./fetcher.ts";
import { type Answer, requestOnce } from "./request.ts";

export interface PosterOptions {
  /** Pairs of host and port that may be reached at any address. */
  allow?: readonly string[] | undefined;
  contact?: string | undefined;
  resolve?: Resolve | undefined;
  /** Limit for a whole request. */
  timeoutMs?: number | undefined;
}

/** Sends to addresses that others name. */
export interface Poster {
  /**
   * Sends one POST, without redirects or retries, and reads the beginning of the answer.
   * @throws FetchRefusedError when the address may not be reached, FetchFailedError when no complete answer came
   */
  post(
    url: string,
    message: { headers: Record<string, string>; body: string },
  ): Promise<Pick<Answer, "status" | "headers">>;
  close(): Promise<void>;
}

const MOST_BYTES = 16_384;

/**
 * Makes the only way out for sending to addresses that others name: like the fetcher, it connects only to public
 * addresses.
 */
export function createPoster({ allow = [], contact, resolve, timeoutMs = 15_000 }: PosterOptions = {}): Poster {
  const allowed: ReadonlySet<string> = new Set(allow.map((pair) => pair.toLowerCase()));
  const userAgent = userAgentOf(contact);
  const dispatcher = new Agent({
    connect: createGuardedConnector({ allowed, resolve, connectTimeoutMs: 10_000 }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 1,
  });
  return {
    async post(url, { headers, body }) {
      const { status, headers: answered } = await requestOnce(checkUrl(url, undefined, allowed), {
        dispatcher,
        userAgent,
        headers,
        timeoutMs,
        maxBytes: MOST_BYTES,
        whenLarger: "cut",
        send: body,
      });
      return { status, headers: answered };
    },
    close: () => dispatcher.close(),
  };
}
