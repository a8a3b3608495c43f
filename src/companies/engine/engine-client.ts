import { Client, errors } from "@opensearch-project/opensearch";
import type { OpenSearchConfig } from "#foundation/config/search-engine";
import { ServiceUnavailableError } from "#foundation/errors/index";

/** How long one request may take, in ms: a page of a search takes tens, a bulk of a thousand companies a second or two. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The client of a cluster. It connects when it is first asked; whoever opens it closes it. */
export function openEngineClient({ nodes, access, ca }: OpenSearchConfig): Client {
  return new Client({
    nodes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Another node is tried at once; waiting is the caller's business.
    maxRetries: Math.max(1, nodes.length - 1),
    ...(access !== null && "username" in access ? { auth: access } : {}),
    ...(access !== null && "apiKey" in access ? { headers: { authorization: `ApiKey ${access.apiKey}` } } : {}),
    ...(ca === undefined ? {} : { ssl: { ca } }),
  });
}

/** The engine is away or overloaded: 503 for whoever asks; jobs wait until it is back. */
export class EngineAwayError extends ServiceUnavailableError {
  constructor(cause: unknown) {
    super("the search engine does not answer at present");
    this.cause = cause;
  }
}

/** Whether an error is of an engine that is away or overloaded, so that the same request may succeed later. */
function isAway(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return (error.statusCode ?? 0) === 429 || (error.statusCode ?? 0) >= 502;
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  );
}

/**
 * Asks the engine.
 * @throws EngineAwayError where it is away; its own errors otherwise
 */
export async function askEngine<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw isAway(error) ? new EngineAwayError(error) : error;
  }
}
