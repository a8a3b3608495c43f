import { InvalidInputError } from "#foundation/errors/index";
import type { FetchedResource } from "#providers/fetching/fetcher";
import { retryAfterMs } from "#providers/retry-after";
import { MAX_FETCHED_BYTES } from "../fetch-input.ts";
import { type GdeltList, intervalsSince, isIntact } from "./gdelt-intervals.ts";
import type { LeasedFeed } from "./lease-feed.ts";
import { failureOf, type PollAnswer, type PollingDeps } from "./poll-answer.ts";
import { storeFetched, validatorsOf } from "./store-fetched.ts";

/** Maximum number of intervals to catch up on: a day. Older ones are skipped, and the result says so. */
const MAX_INTERVALS_BEHIND = 96;
/** A poll ends long before its lease does. The next poll follows at once and reads the rest. */
const BUDGET_MS = 4 * 60_000;
const TIMEOUT_MS = 60_000;

interface Tally {
  intervals: number;
  entries: number;
  inserted: number;
  updated: number;
  setAside: number;
  missing: number;
}

/**
 * Reads the unread files of a list of GDELT's knowledge graph, oldest first, and stores their articles. The feed
 * remembers each file after its articles are stored, so that an interrupted poll continues there. A file that fails
 * ends the poll as a failure, and comes first in the next poll.
 */
export async function storeIntervals(
  { db, fetcher }: PollingDeps,
  feed: LeasedFeed,
  list: GdeltList,
  resource: FetchedResource,
  signal: AbortSignal | undefined,
): Promise<PollAnswer> {
  if (new URL(list.addressOf(list.newest)).hostname !== new URL(resource.url).hostname)
    throw new InvalidInputError("the list names files of a different host");
  const { intervals, passedOver } = intervalsSince(feed.readTo, list.newest, MAX_INTERVALS_BEHIND);
  const tally: Tally = { intervals: 0, entries: 0, inserted: 0, updated: 0, setAside: 0, missing: 0 };
  const told = (problem?: string): string => describe(tally, passedOver, intervals.length, problem);
  const until = Date.now() + BUDGET_MS;
  for (const interval of intervals) {
    if (Date.now() > until) return { ...stored(tally), result: told(), isBehind: true };
    const failure = await storeInterval(interval).catch((error: unknown) => {
      signal?.throwIfAborted();
      return failureOf(error);
    });
    // The result also says what was stored before the failure.
    if (failure !== null) return { ...stored(tally), ...failure, result: told(failure.result) };
    await db.query("UPDATE feeds SET read_to = $2 WHERE id = $1", [feed.id, interval]);
    tally.intervals += 1;
  }
  return { ...stored(tally), result: told(), validators: validatorsOf(resource) };

  /** @returns the failure; null if the interval is stored or was never published */
  async function storeInterval(interval: string): Promise<PollAnswer | null> {
    const isNewest = interval === list.newest;
    const address = list.addressOf(interval);
    const file = await fetcher.fetch(address, { maxBytes: MAX_FETCHED_BYTES, timeoutMs: TIMEOUT_MS, signal });
    // Some intervals were never published, and the newest may not be available yet.
    if (file.status === 404 && !isNewest) {
      tally.missing += 1;
      return null;
    }
    if (file.status !== 200)
      return {
        outcome: "failed",
        result: `${address} answered with the status ${file.status}`,
        retryAfterMs: retryAfterMs(file.headers["retry-after"]) ?? null,
      };
    if (isNewest && !isIntact(file.body, list.md5))
      return { outcome: "failed", result: `${address} is not the file that the list means (MD5)` };
    const report = await storeFetched(db, feed, file, signal);
    tally.entries += report.read;
    tally.inserted += report.inserted;
    tally.updated += report.updated;
    tally.setAside += report.setAsideCount;
    return null;
  }
}

const stored = ({ inserted, updated }: Tally): Pick<PollAnswer, "outcome"> & { inserted: number; updated: number } => ({
  outcome: "stored",
  inserted,
  updated,
});

function describe(tally: Tally, passedOver: number, due: number, problem = ""): string {
  const { intervals, entries, inserted, updated, setAside, missing } = tally;
  const parts = [
    `${intervals} of ${due} intervals, ${entries} entries: ${inserted} new, ${updated} changed${setAside > 0 ? `, ${setAside} set aside` : ""}`,
    missing > 0 ? `${missing} intervals have no file` : "",
    passedOver > 0 ? `${passedOver} that are more than a day old were passed over` : "",
    problem,
  ];
  return parts.filter((part) => part !== "").join("; ");
}
