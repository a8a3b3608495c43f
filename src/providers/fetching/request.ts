import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, request } from "undici";
import { FetchFailedError, toFetchError } from "./errors.ts";
import { ACCEPTED_CODINGS, type BodyLimits, readBody, tooLarge } from "./read-body.ts";

/** An answer of any status. Header names are in lower case; a header sent several times is joined by ", ". */
export interface Answer {
  url: URL;
  status: number;
  headers: Record<string, string>;
  /** Decompressed. Empty for a redirect, whose body is not read. */
  body: Buffer;
}

export interface RequestOptions extends BodyLimits {
  dispatcher: Dispatcher;
  userAgent: string;
  headers: Record<string, string>;
  /** Limit for the whole request, including the body. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  into?: BodyTaker | undefined;
  /** Body sent by POST; without it the request is a GET. */
  send?: string | undefined;
}

/**
 * Takes the body of an answer as it is sent, for files larger than memory. Null reads it into memory after all.
 * Compressed bodies are refused, except gzip, which stays packed.
 */
export type BodyTaker = (answer: Pick<Answer, "url" | "status" | "headers">) => Promise<Writable | null>;

/** Headers that belong to the connection or that the fetcher sets itself; a caller's are dropped. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Whether an answer points elsewhere. 300 and 304 do not: the first is a choice, the second "not modified". */
export function isRedirect({ status, headers }: Pick<Answer, "status" | "headers">): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
}

/**
 * One request, without redirects. No cookies are kept or sent.
 * @throws FetchRefusedError | FetchFailedError, or the caller's own reason when its signal ends the request.
 */
export async function requestOnce(url: URL, options: RequestOptions): Promise<Answer> {
  const { dispatcher, userAgent, timeoutMs, signal, maxBytes, whenLarger } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, {
      dispatcher,
      method: options.send === undefined ? "GET" : "POST",
      ...(options.send === undefined ? {} : { body: options.send }),
      headers: {
        accept: "*/*",
        ...ownNames(options.headers),
        "user-agent": userAgent,
        "accept-encoding": options.into === undefined ? ACCEPTED_CODINGS : "identity",
      },
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    const answer = { url, status: response.statusCode, headers: plainHeaders(response.headers), body: Buffer.alloc(0) };
    if (isRedirect(answer)) {
      response.body.on("error", () => {}).destroy();
      return answer;
    }
    if (whenLarger === "refuse" && Number(answer.headers["content-length"] ?? 0) > maxBytes) {
      response.body.on("error", () => {}).destroy();
      throw new FetchFailedError(url, `says that it is larger than ${(maxBytes / 1e6).toFixed(1)} MB`, false);
    }
    const coding = answer.headers["content-encoding"] ?? "";
    const writable = (await options.into?.(answer)) ?? null;
    if (writable !== null) {
      await takeBody(url, response.body, writable, coding, maxBytes);
      return answer;
    }
    return { ...answer, body: await readBody(url, response.body, coding, { maxBytes, whenLarger }) };
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) throw new FetchFailedError(url, "did not come to an end in time", true, { cause: error });
    throw toFetchError(url, error);
  }
}

async function takeBody(url: URL, body: Readable, into: Writable, coding: string, maxBytes: number): Promise<void> {
  if (!/^(?:identity|x-gzip|gzip)?$/i.test(coding.trim())) {
    body.on("error", () => {}).destroy();
    into.destroy();
    throw new FetchFailedError(url, "answered with a compression that was not requested", false);
  }
  let bytes = 0;
  await pipeline(
    body,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > maxBytes) throw tooLarge(url, maxBytes);
        yield piece;
      }
    },
    into,
  );
}

function ownNames(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(entries.filter(([name]) => !OWN_HEADERS.has(name)));
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    // Only the first of two `Location` headers counts; joined, they would be no address.
    plain[name] = Array.isArray(value) ? (name === "location" ? (value[0] ?? "") : value.join(", ")) : value;
  }
  return plain;
}
