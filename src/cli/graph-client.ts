import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { createClient } from "graphql-sse";
import pRetry from "p-retry";
import { AppError, ERROR_WORDS, type ErrorCode, isErrorCode } from "#foundation/errors/index";

/** Attempts after one that was turned away; each waits as long as the API says, and at least one second. */
const RETRIES = 8;

/** The API as a command uses it: over HTTP, like any other client. */
export interface GraphClient {
  /**
   * Runs an operation. Sends it again where the API turned it away because it is busy.
   * @throws AppError with the code and message of the API's answer
   */
  run<Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables): Promise<Result>;
  /** Streams the bytes at a path of the API. @throws AppError with the code and message of the API's answer */
  download(path: string): Promise<Readable>;
  /** Follows a subscription by server-sent events until it completes. */
  follow<Result, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
  ): AsyncIterableIterator<Result>;
}

interface Answer<Result> {
  data?: Result | null;
  errors?: { message: string; extensions?: { code?: unknown } }[];
}

/** Returns the API's error with the detail that it wrote behind the opening words of its message. */
function errorOf(code: ErrorCode, message: string): AppError {
  const opening = `${ERROR_WORDS[code]}: `;
  return message.startsWith(opening)
    ? new AppError(code, message.slice(opening.length))
    : new AppError(code, undefined, message);
}

function resultOf<Result>({ data, errors }: Answer<Result>): Result {
  const [error] = errors ?? [];
  if (error !== undefined) {
    const code = error.extensions?.code;
    throw errorOf(isErrorCode(code) ? code : "INTERNAL_SERVER_ERROR", error.message);
  }
  if (data == null) throw new AppError("INTERNAL_SERVER_ERROR", "the API answered without data");
  return data;
}

/** The API turned the whole request away, which may succeed later. */
class TurnedAwayError extends Error {
  override readonly name = "TurnedAwayError";
  readonly refusal: AppError;
  readonly waitMs: number;

  constructor(refusal: AppError, waitMs: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.waitMs = waitMs;
  }
}

/**
 * Reads an answer.
 * @throws TurnedAwayError when nothing was executed, which an answer without `data` shows; then even a mutation may be
 * sent again
 */
async function readAnswer<Result>(response: Response): Promise<Result> {
  const answer = (await response.json()) as Answer<Result>;
  const seconds = response.headers.get("retry-after");
  try {
    return resultOf(answer);
  } catch (error) {
    const isBusy = error instanceof AppError && (error.code === "SERVICE_UNAVAILABLE" || error.code === "RATE_LIMITED");
    if (isBusy && seconds !== null && answer.data === undefined)
      throw new TurnedAwayError(error, Math.max(1, Number(seconds)) * 1000);
    throw error;
  }
}

/** Makes a client of the API at `url` with an API key. */
export function createGraphClient(url: string, apiKey: string): GraphClient {
  const headers = { "x-api-key": apiKey };
  const sse = createClient({ url: `${url}/graphql`, headers, retryAttempts: 10 });
  return {
    async run(document, variables) {
      const send = async () =>
        readAnswer<never>(
          await fetch(`${url}/graphql`, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json", accept: "application/json" },
            body: JSON.stringify({ query: print(document), variables }),
          }),
        );
      try {
        return await pRetry(send, {
          retries: RETRIES,
          minTimeout: 0,
          shouldRetry: ({ error }) => error instanceof TurnedAwayError,
          onFailedAttempt: async ({ error, retriesLeft }) => {
            if (error instanceof TurnedAwayError && retriesLeft > 0) await sleep(error.waitMs);
          },
        });
      } catch (error) {
        throw error instanceof TurnedAwayError ? error.refusal : error;
      }
    },
    async download(path) {
      const response = await fetch(`${url}${path}`, { headers });
      if (response.ok && response.body !== null) return Readable.fromWeb(response.body as ReadableStream);
      const { errorCode, message } = (await response.json()) as { errorCode?: unknown; message?: string };
      throw new AppError(isErrorCode(errorCode) ? errorCode : "INTERNAL_SERVER_ERROR", undefined, message);
    },
    async *follow(document, variables) {
      for await (const answer of sse.iterate({ query: print(document), variables }))
        yield resultOf(answer as Answer<never>);
    },
  };
}
