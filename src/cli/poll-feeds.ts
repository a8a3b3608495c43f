import type { Config } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { type ArticleForm, formsOf } from "#intelligence/ingest/article-staging";
import { dueFeeds, leaseFeed, leaseFeedOrThrow } from "#intelligence/ingest/feeds/lease-feed";
import { type PollReport, pollFeed } from "#intelligence/ingest/feeds/poll-feed";
import { createFetcher } from "#providers/fetching/fetcher";
import { answer } from "./answer.ts";
import { type Derived, deriveRecords, describeDerived } from "./derive-records.ts";
import { runImport } from "./import-run.ts";
import { table } from "./table.ts";

/** Maximum number of feeds per call. */
const MAX_FEEDS = 10_000;

interface PollsReport {
  polls: PollReport[];
  /** The results of processing, by form; null where nothing came. */
  derived: Record<ArticleForm, Derived | null>;
}

/**
 * `market feeds poll [ID]`: polls one feed, due or not, or all due ones in turn, then processes what came.
 * @returns the exit code: 0, 1 where a poll failed, 130 when it was interrupted
 * @throws NotFoundError, ConflictError while another process polls that feed
 */
export function pollFeedsCommand(
  feedId: number | null,
  options: { json: boolean },
  config: Config,
  withDatabase: (work: (db: Database) => Promise<PollsReport>) => Promise<PollsReport>,
): Promise<number> {
  return runImport(
    { json: options.json, dryRun: false },
    async ({ signal, onDerived }, stopBar) => {
      const report = await withDatabase(async (db) => {
        const polls = await pollAll(db, feedId, config, signal, (done, total) => onDerived("polling", done, total));
        const derive = (form: ArticleForm) =>
          polls.some((poll) => formsOf(poll.kind).includes(form) && poll.inserted + poll.updated > 0)
            ? deriveRecords(form, db, config, {
                signal,
                onProgress: (_form, { done, total }) => onDerived(`working on ${form}`, done, total),
              })
            : null;
        return { polls, derived: { news: await derive("news"), observations: await derive("observations") } };
      });
      stopBar();
      answer(options, report, describe(report));
      return report.polls.some(({ outcome }) => outcome === "failed" || outcome === "gone") ? 1 : 0;
    },
    () => "Interrupted: stored entries stay. The next poll or the worker continues.",
  );
}

async function pollAll(
  db: Database,
  feedId: number | null,
  config: Config,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<PollReport[]> {
  const fetcher = createFetcher(config.fetching);
  try {
    if (feedId !== null) return [await pollFeed({ db, fetcher }, await leaseFeedOrThrow(db, feedId), { signal })];
    const due = await dueFeeds(db, MAX_FEEDS);
    const polls: PollReport[] = [];
    for (const [index, { id }] of due.entries()) {
      onProgress(index, due.length);
      const feed = await leaseFeed(db, id);
      if (feed !== null) polls.push(await pollFeed({ db, fetcher }, feed, { signal }));
    }
    return polls;
  } finally {
    await fetcher.close();
  }
}

function describe({ polls, derived }: PollsReport): string {
  if (polls.length === 0) return "No feed was due.";
  const rows = polls.map(({ feedId, outcome, result, nextPollAt }) => [
    String(feedId),
    outcome,
    nextPollAt?.toISOString() ?? "never",
    result,
  ]);
  const made = [derived.news, derived.observations].filter((part) => part !== null).map(describeDerived);
  return [table(["Feed", "Outcome", "Next poll", "Result"], rows), ...made].join("\n");
}
