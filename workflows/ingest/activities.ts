import { Context } from "@temporalio/activity";
import { dueFeeds, leaseFeed } from "#intelligence/ingest/feeds/lease-feed";
import { pollFeed } from "#intelligence/ingest/feeds/poll-feed";
import { type AnalysedNews, analyseNews, type NewsDeps } from "#intelligence/news/analyse-news";
import type { Fetcher } from "#providers/fetching/fetcher";
import {
  type BoundaryDeps,
  guardActivities,
  heartbeat,
  throwIfCancelled,
  withPulse,
} from "../worker/guard-activities.ts";
import type { DueFeed, PolledFeed } from "./contract.ts";

export interface IngestDeps extends BoundaryDeps, NewsDeps {
  fetcher: Fetcher;
}

/** Maximum feeds that one run polls. The next run polls further due feeds. */
const MAX_FEEDS = 200;

/** Returns an address for operators to read in Temporal, without the query, which may contain a token. */
const withoutQuery = (url: string): string => url.replace(/\?.*$/s, "");

/** Polls feeds and processes articles. */
export function createIngestActivities({ db, esgLexicon, sentiment, fetcher, ...deps }: IngestDeps) {
  return guardActivities(
    {
      async listDueFeeds(_input: object): Promise<DueFeed[]> {
        const feeds = await dueFeeds(db, MAX_FEEDS);
        return feeds.map(({ id, name, url }) => ({
          id,
          label: (name || withoutQuery(url)).slice(0, 150).toWellFormed(),
        }));
      },

      /** Idempotent: a repeat polls again and stores nothing twice. */
      pollFeed: ({ feedId }: { feedId: number }): Promise<PolledFeed> =>
        withPulse("polling", async () => {
          const feed = await leaseFeed(db, feedId);
          if (feed === null)
            return { kind: "news", outcome: "busy", result: "another process polls it", inserted: 0, updated: 0 };
          const report = await pollFeed({ db, fetcher }, feed, { signal: Context.current().cancellationSignal });
          const { kind, outcome, result, inserted, updated } = report;
          return { kind, outcome, result, inserted, updated };
        }),

      /** Analyses all waiting articles, in committed batches. A repeat resumes. */
      analyseNews: (_input: object): Promise<AnalysedNews> =>
        withPulse("reading news", async () => {
          try {
            return await analyseNews(
              { db, esgLexicon, sentiment },
              {
                signal: Context.current().cancellationSignal,
                onProgress: ({ done, total }) => heartbeat({ phase: "reading news", done, total }),
              },
            );
          } catch (error) {
            throwIfCancelled();
            throw error;
          }
        }),
    },
    deps,
  );
}
