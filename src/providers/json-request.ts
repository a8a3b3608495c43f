import { ZodError } from "zod";
import { brokenOff, isTimeout, notConnected, timedOut, turnedAway } from "./failed-call.ts";
import { ProviderError } from "./provider-error.ts";

/** Largest answer: a list of results is far smaller. */
const MOST_BYTES = 5_000_000;

/** Statuses for an exhausted account, beside 402. */
const QUOTA_STATUSES: ReadonlySet<number> = new Set([432, 433]);

/** One request to a provider that answers in JSON. */
export interface JsonRequest<T> {
  provider: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: object | undefined;
  /** The key, which is removed from error messages. */
  apiKey: string | undefined;
  /** The charge for a malformed answer, in millionths of a US dollar. */
  costMicroUsd: number;
  /** Size limit of an answer; 5 MB by default. */
  mostBytes?: number;
  /** Whether an error of this status and body is a valid answer; by default none is. */
  isAnswer?(status: number, body: string): boolean;
  /** @throws ZodError for an answer of another form */
  read(answer: unknown): T;
}

/** Converts US dollars to whole micro-dollars, rounded up, ignoring binary rounding noise after the ninth digit. */
export const microUsd = (usd: number): number => Math.ceil(Math.round(usd * 1e9) / 1e3);

/** Returns the price of one request in micro-dollars, from US dollars per thousand. */
export const priceOfOne = (price: number): number => microUsd(price / 1_000);

/** Reads a body of bounded size as text. */
async function readBody(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new RangeError(`more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Sends a request to the configured server. Follows no redirect, and bounds the answer's size.
 * @throws ProviderError
 */
export async function requestJson<T>(request: JsonRequest<T>, signal: AbortSignal): Promise<T> {
  const { provider, url, method = "GET", headers, body, costMicroUsd, mostBytes = MOST_BYTES } = request;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // An API that moves is an error of the configuration, and a key must not travel on.
      redirect: "manual",
      signal,
    });
    text = await readBody(response, mostBytes);
  } catch (error) {
    throw isTimeout(error) ? timedOut(provider, error) : (notConnected(provider, error) ?? brokenOff(provider, error));
  }
  const { status } = response;
  if (!response.ok && request.isAnswer?.(status, text) !== true)
    throw turnedAway({
      provider,
      status,
      body: text,
      apiKey: request.apiKey,
      retryAfter: response.headers.get("retry-after"),
      ...(QUOTA_STATUSES.has(status) ? { failure: "quota" } : {}),
    });
  try {
    return request.read(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof ZodError)) throw error;
    // The server answered, so the request counts as charged.
    throw new ProviderError({
      provider,
      failure: "malformed",
      message: `${provider} gave a response that cannot be read`,
      retryable: false,
      costMicroUsd,
    });
  }
}
