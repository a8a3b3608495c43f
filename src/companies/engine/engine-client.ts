import { Client, errors } from "@opensearch-project/opensearch";
import type { OpenSearchConfig } from "#foundation/config/search-engine";
import { ServiceUnavailableError } from "#foundation/errors/index";
import { traced } from "#foundation/tracing/tracing";

/**
 * Timeout of one request, in ms. A page of a search takes tens of milliseconds, a bulk of a thousand companies a second
 * or two.
 */
const REQUEST_TIMEOUT_MS = 30_000;

/** Opens the client of a cluster. It connects at the first request. The caller closes it. */
export function openEngineClient({ nodes, access, ca }: OpenSearchConfig): Client {
  return new Client({
    nodes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Another node is tried at once. The caller decides about waiting.
    maxRetries: Math.max(1, nodes.length - 1),
    ...(access !== null && "username" in access ? { auth: access } : {}),
    ...(access !== null && "apiKey" in access ? { headers: { authorization: `ApiKey ${access.apiKey}` } } : {}),
    ...(ca === undefined ? {} : { ssl: { ca } }),
  });
}

/** The engine is unavailable or overloaded. Clients get a 503. Jobs wait until the engine is back. */
export class EngineAwayError extends ServiceUnavailableError {
  constructor(cause: unknown) {
    super("the search engine does not answer at present");
    this.cause = cause;
  }
}

/** Whether an error means that the engine is unavailable or overloaded, so that the same request may succeed later. */
function isAway(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return (error.statusCode ?? 0) === 429 || (error.statusCode ?? 0) >= 502;
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  );
}

/** Sends a request to the engine, as a span. @throws EngineAwayError when the engine is unavailable; otherwise its own errors */
export async function askEngine<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await traced("ask search engine", { kind: "client", attributes: { "db.system.name": "opensearch" } }, ask);
  } catch (error) {
    throw isAway(error) ? new EngineAwayError(error) : error;
  }
}
