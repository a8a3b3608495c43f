import { ConflictError } from "#foundation/errors/index";
import { AskViewerDocument } from "#generated/operations/graphql";
import { createGraphClient, type GraphClient } from "./graph-client.ts";

const ANSWER_MS = 1_500;

/** Whether a server answers at this URL and is ready. */
export async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

/**
 * Makes a client of the server at `url`, with a key of this configuration's database. @throws ConflictError when the
 * server uses another database
 */
export async function clientOfServer(url: string, key: string, dataDir: string): Promise<GraphClient> {
  const client = createGraphClient(url, key);
  await client.run(AskViewerDocument, {}).catch(() => {
    throw new ConflictError(
      `the server at ${url} uses another database than DATA_DIR ${dataDir}; set PORT or DATA_DIR`,
    );
  });
  return client;
}
