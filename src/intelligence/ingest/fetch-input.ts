import { InvalidInputError } from "#foundation/errors/index";
import type { RecordInput } from "#foundation/files/record-input";
import { FetchFailedError, FetchRefusedError } from "#providers/fetching/errors";
import type { Fetcher } from "#providers/fetching/fetcher";

/**
 * Maximum bytes of an answer after decompression, because it is held in memory. Larger collections must come as a file.
 */
export const MAX_FETCHED_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** The `Accept` header for feeds and files. */
export const ACCEPTED =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, text/csv, application/x-ndjson, */*;q=0.5";

/**
 * Fetches a file or a feed through the guarded fetcher.
 * @throws InvalidInputError if the address must not be fetched, does not answer, or does not answer with 200
 */
export async function fetchInput(fetcher: Fetcher, url: string, signal?: AbortSignal): Promise<RecordInput> {
  try {
    const answer = await fetcher.fetch(url, {
      headers: { accept: ACCEPTED },
      maxBytes: MAX_FETCHED_BYTES,
      timeoutMs: TIMEOUT_MS,
      retries: 2,
      signal,
    });
    if (answer.status !== 200) throw new InvalidInputError(`${url} answered with the status ${answer.status}`);
    return { url: answer.url, body: answer.body, contentType: answer.contentType };
  } catch (error) {
    if (error instanceof FetchRefusedError || error instanceof FetchFailedError)
      throw new InvalidInputError(error.message);
    throw error;
  }
}
