import type { ImportReport } from "#foundation/files/import-records";
import type { FetchedResource } from "#providers/fetching/fetcher";
import { retryAfterMs } from "#providers/retry-after";
import { ACCEPTED, MAX_FETCHED_BYTES } from "../fetch-input.ts";
import { gdeltList } from "./gdelt-intervals.ts";
import { type LeasedFeed, releaseFeed } from "./lease-feed.ts";
import { failureOf, type PollAnswer, type PollingDeps } from "./poll-answer.ts";
import { storeFetched, validatorsOf } from "./store-fetched.ts";
import { storeIntervals } from "./store-intervals.ts";

/** The result of a poll. */
export interface PollReport {
  feedId: number;
  url: string;
  kind: LeasedFeed["kind"];
  outcome: PollAnswer["outcome"];
  /** A sentence for people, which the feed keeps. */
  result: string;
  inserted: number;
  updated: number;
  /** Null if it is polled only on request. */
  nextPollAt: Date | null;
}

const TIMEOUT_MS = 60_000;
/** Maximum pause after failures. */
const MAX_BACKOFF_MINUTES = 24 * 60;
/** Maximum `Retry-After` that is respected. */
const MAX_RETRY_AFTER_MINUTES = 7 * 24 * 60;

/**
 * Polls a feed once: sends the last answer's validators, stores new entries in one transaction, and records the result
 * and the next due time. For a list of GDELT's files, each file is one transaction. A bad address or answer is a
 * result, not an error. After n consecutive failures the pause is 2ⁿ times the usual one, at most a day. A
 * `Retry-After` is respected, up to a week. An interrupted poll is repeated after its lease has ended. Idempotent.
 * @throws the signal's reason; errors of the database
 */
export async function pollFeed(
  deps: PollingDeps,
  feed: LeasedFeed,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<PollReport> {
  let answer: PollAnswer;
  try {
    answer = await ask(deps, feed, options.signal);
  } catch (error) {
    await releaseFeed(deps.db, feed.id).catch(() => {});
    throw error;
  }
  const nextPollAt = await note(deps.db, feed, answer);
  const { outcome, result, inserted = 0, updated = 0 } = answer;
  return { feedId: feed.id, url: feed.url, kind: feed.kind, outcome, result, inserted, updated, nextPollAt };
}

async function ask(
  { db, fetcher }: PollingDeps,
  feed: LeasedFeed,
  signal: AbortSignal | undefined,
): Promise<PollAnswer> {
  try {
    const resource = await fetcher.fetch(feed.url, {
      headers: conditional(feed),
      maxBytes: MAX_FETCHED_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const { status, headers } = resource;
    if (status === 304) return { outcome: "notModified", result: "not modified" };
    if (status === 410) return { outcome: "gone", result: "the address is gone for good (410)" };
    if (status !== 200)
      return {
        outcome: "failed",
        result: `answered with the status ${status}`,
        retryAfterMs: retryAfterMs(headers["retry-after"]) ?? null,
      };
    const list = gdeltList(resource.body);
    return list === null
      ? await store(db, feed, resource, signal)
      : await storeIntervals({ db, fetcher }, feed, list, resource, signal);
  } catch (error) {
    signal?.throwIfAborted();
    return failureOf(error);
  }
}

async function store(
  db: PollingDeps["db"],
  feed: LeasedFeed,
  resource: FetchedResource,
  signal: AbortSignal | undefined,
): Promise<PollAnswer> {
  const report = await storeFetched(db, feed, resource, signal);
  return {
    outcome: "stored",
    result: describe(report),
    inserted: report.inserted,
    updated: report.updated,
    validators: validatorsOf(resource),
  };
}

function conditional({ etag, lastModified }: LeasedFeed): Record<string, string> {
  return {
    accept: ACCEPTED,
    ...(etag === null ? {} : { "if-none-match": etag }),
    ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
  };
}

function describe(report: ImportReport): string {
  const [first] = report.setAside;
  const setAside =
    first === undefined ? "" : `, ${report.setAsideCount} set aside (entry ${first.line}: ${first.reason})`;
  const known = report.unchanged + report.duplicatesInFile;
  return `${report.read} entries: ${report.inserted} new, ${report.updated} changed, ${known} known${setAside}`;
}

/** Records the result. @returns when the feed is due again */
async function note(db: PollingDeps["db"], feed: LeasedFeed, answer: PollAnswer): Promise<Date | null> {
  const isFailure = answer.outcome === "failed" || answer.outcome === "gone";
  const failures = isFailure ? feed.failures + 1 : 0;
  const { validators = { etag: feed.etag, lastModified: feed.lastModified } } = answer;
  const pause = answer.isBehind === true ? 0 : pauseMinutes(feed.everyMinutes, failures, answer.retryAfterMs ?? null);
  const [row] = await db.query<{ next_poll_at: Date | null }>(
    `UPDATE feeds
     SET next_poll_at = CASE WHEN $2 THEN NULL ELSE now() + make_interval(secs => $3) END, leased_until = NULL,
         last_polled_at = now(), last_result = $4, failures = $5, etag = $6, last_modified = $7,
         inserted = inserted + $8, updated = updated + $9
     WHERE id = $1 RETURNING next_poll_at`,
    [
      feed.id,
      answer.outcome === "gone",
      pause * 60,
      answer.result.slice(0, 1_000).toWellFormed(),
      failures,
      validators.etag,
      validators.lastModified,
      answer.inserted ?? 0,
      answer.updated ?? 0,
    ],
  );
  return row?.next_poll_at ?? null;
}

function pauseMinutes(everyMinutes: number, failures: number, retryAfter: number | null): number {
  const backoff = Math.max(everyMinutes, Math.min(everyMinutes * 2 ** Math.min(failures, 20), MAX_BACKOFF_MINUTES));
  return Math.max(backoff, Math.min((retryAfter ?? 0) / 60_000, MAX_RETRY_AFTER_MINUTES));
}
