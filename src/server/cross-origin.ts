import type { IncomingMessage } from "node:http";
import type { HttpAnswer } from "./http-answer.ts";

/** How long a browser may remember a preflight: Chromium remembers none for longer than two hours. */
const PREFLIGHT_SECONDS = "7200";

/** Headers of an answer that pages of other origins may read, beside those that they always may. */
const EXPOSED = [
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-request-id",
  "idempotency-replayed",
  "mcp-session-id",
].join(", ");

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

/**
 * Lets pages of the listed origins use the API. They send a key or a token; cookies stay at home, because no answer
 * allows credentials.
 * @returns whether the request was a preflight, which is then answered
 */
export function crossOrigin(origins: readonly string[], request: IncomingMessage, response: HttpAnswer): boolean {
  if (origins.length === 0) return false;
  // Also where the origin is not listed: a cache must not give its answer to another one.
  response.usual = { ...response.usual, vary: "origin" };
  const { origin, "access-control-request-method": asked, "access-control-request-headers": headers } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return false;
  response.usual = {
    ...response.usual,
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED,
  };
  if (request.method !== "OPTIONS" || asked === undefined) return false;
  response.writeHead(204, {
    "access-control-allow-methods": METHODS,
    ...(headers === undefined ? {} : { "access-control-allow-headers": headers }),
    "access-control-max-age": PREFLIGHT_SECONDS,
  });
  response.end();
  return true;
}
