import type { ImportReport } from "#foundation/files/import-records";
import type { FetchedResource } from "#providers/fetching/fetcher";
import { importArticles } from "../import-articles.ts";
import type { LeasedFeed } from "./lease-feed.ts";
import type { PollAnswer, PollingDeps } from "./poll-answer.ts";

/** Stores the answer of a feed's address in one transaction. */
export const storeFetched = (
  db: PollingDeps["db"],
  { kind, name, url: address }: LeasedFeed,
  { url, body, contentType }: FetchedResource,
  signal: AbortSignal | undefined,
): Promise<ImportReport> =>
  importArticles(db, kind, { url, body, contentType }, { source: `feed:${name === "" ? address : name}`, signal });

/** Returns the validators for the next request, so that the server answers it only with something new. */
export const validatorsOf = ({ headers }: FetchedResource): NonNullable<PollAnswer["validators"]> => ({
  etag: headers.etag ?? null,
  lastModified: headers["last-modified"] ?? null,
});
