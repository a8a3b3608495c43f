import type { ImportReport } from "#foundation/files/import-records";
import type { FetchedResource } from "#providers/fetching/fetcher";
import { importArticles } from "../import-articles.ts";
import type { LeasedFeed } from "./lease-feed.ts";
import type { PollAnswer, PollingDeps } from "./poll-answer.ts";

/** Stores what an address of a feed answered with, in one transaction. */
export const storeFetched = (
  db: PollingDeps["db"],
  { kind, name, url: address }: LeasedFeed,
  { url, body, contentType }: FetchedResource,
  signal: AbortSignal | undefined,
): Promise<ImportReport> =>
  importArticles(db, kind, { url, body, contentType }, { source: `feed:${name === "" ? address : name}`, signal });

/** What is sent with the next request, so that it is answered only where something is new. */
export const validatorsOf = ({ headers }: FetchedResource): NonNullable<PollAnswer["validators"]> => ({
  etag: headers.etag ?? null,
  lastModified: headers["last-modified"] ?? null,
});
