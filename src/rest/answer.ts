import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { AppError, ERROR_STATUS, messageOf, RateLimitedError } from "../errors/index.ts";

/** After this many seconds a part that was down may be back. */
const RETRY_AFTER_SECONDS = 5;

export type Headers = Record<string, string>;

/** Answers a value as JSON; to HEAD without the body. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Headers = {},
): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** What a client has to know to come back at the right time. */
function waitingHeaders(error: AppError): Headers {
  if (error instanceof RateLimitedError) {
    const seconds = String(error.retryAfterSeconds);
    return {
      "retry-after": seconds,
      "ratelimit-limit": String(error.limit),
      "ratelimit-remaining": "0",
      "ratelimit-reset": seconds,
    };
  }
  return error.code === "SERVICE_UNAVAILABLE" ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {};
}

/**
 * Answers a failure in the contract's envelope. `words` open the message of an INVALID_INPUT, where the operation has its own.
 * What is not of the closed set is logged and answered INTERNAL_SERVER_ERROR, without a detail.
 */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  failure: unknown,
  words: string | undefined,
  log: Logger,
): void {
  if (!(failure instanceof AppError)) log.error({ err: failure }, "unexpected error in a /v2 request");
  const error = failure instanceof AppError ? failure : new AppError("INTERNAL_SERVER_ERROR");
  const status = ERROR_STATUS[error.code];
  send(
    request,
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
