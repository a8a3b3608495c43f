import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import { AppError, ERROR_STATUS, messageOf, RateLimitedError, retryAfterSeconds } from "#foundation/errors/index";
import { knownError, logFailure } from "#schema/errors";
import { sendBytes } from "#server/send-bytes";

export const JSON_TYPE = "application/json; charset=utf-8";

export type Headers = Record<string, string>;

/** Sends a value as JSON; to HEAD without the body. */
export function send(response: ServerResponse, status: number, value: unknown, headers: Headers = {}): void {
  sendBytes(response, status, { ...headers, "content-type": JSON_TYPE }, Buffer.from(JSON.stringify(value)));
}

/** Returns headers that tell a client when to retry. */
function waitingHeaders(error: AppError): Headers {
  const seconds = retryAfterSeconds(error);
  if (seconds === null) return {};
  return {
    "retry-after": String(seconds),
    ...(error instanceof RateLimitedError && error.limit !== null
      ? { "ratelimit-limit": String(error.limit), "ratelimit-remaining": "0", "ratelimit-reset": String(seconds) }
      : {}),
  };
}

/**
 * Sends a failure in the contract's envelope. `words` is the operation's own opening of an INVALID_INPUT message. An
 * error outside the closed set is logged and answered as INTERNAL_SERVER_ERROR, without a detail.
 */
export function sendFailure(response: ServerResponse, failure: unknown, words: string | undefined, log: Logger): void {
  logFailure(log, failure, "a /v2 request");
  const error = knownError(failure) ?? new AppError("INTERNAL_SERVER_ERROR");
  const status = ERROR_STATUS[error.code];
  send(
    response,
    status,
    {
      success: false,
      errorCode: error.code,
      message: messageOf(error, error.code === "INVALID_INPUT" ? words : undefined),
    },
    waitingHeaders(error),
  );
}
