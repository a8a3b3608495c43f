import { ZodError } from "zod";
import { brokenOff, isTimeout, notConnected, timedOut, turnedAway } from "./failed-call.ts";
import { ProviderError } from "./provider-error.ts";

/** Larger answers are no lists of results. */
const MOST_BYTES = 5_000_000;

/** Of providers that have run out of what was paid for, beside 402. */
const QUOTA_STATUSES: ReadonlySet<number> = new Set([432, 433]);

/** One request to a provider that answers in JSON. */
export interface JsonRequest<T> {
  provider: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: object | undefined;
  /** Taken out of what the provider says of its errors. */
  apiKey: string | undefined;
  /** What an answer that nobody can read was charged, in millionths of a US dollar. */
  costMicroUsd: number;
  /** Of an answer; 5 MB by default. */
  mostBytes?: number;
  /** Whether a refusal of this status and body is an answer all the same; by default none is. */
  isAnswer?(status: number, body: string): boolean;
  /** @throws ZodError for an answer of another form */
  read(answer: unknown): T;
}

/** US dollars as whole micro-dollars, rounded up, but not for what a binary fraction adds behind the ninth digit. */
export const microUsd = (usd: number): number => Math.ceil(Math.round(usd * 1e9) / 1e3);

/** One request of a plan that costs so many US dollars for a thousand, in micro-dollars. */
export const priceOfOne = (price: number): number => microUsd(price / 1_000);

/** A body of bounded size as text. */
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
 * Asks the one server that is named, over the wire: no redirect is followed, the answer is bounded in size.
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
      // An API that moves is a mistake of the configuration, and a key must not travel on.
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
    // It was answered, so it was charged.
    throw new ProviderError({
      provider,
      failure: "malformed",
      message: `${provider} gave an answer that nobody can read`,
      retryable: false,
      costMicroUsd,
    });
  }
}
