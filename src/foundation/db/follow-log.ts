import type { Listener } from "./listener.ts";
import { isDatabaseOutage } from "./outage.ts";

/** The log is also polled at this interval, in case a notification was lost. */
const POLL_MS = 2_000;

/** An ordered log, as a reader follows it. */
export interface FollowedLog<Entry extends { sequence: number }> {
  listener: Listener;
  /** The payload of the notifications about this log. */
  payload: string;
  /**
   * Returns the entries after a sequence, and whether more may come. It asks that first, so that it misses no entry at
   * the end.
   */
  read(after: number): Promise<{ active: boolean; entries: Entry[] }>;
}

/** Like `read`, but while the database is away it returns no entries and says that more may come. */
async function readOn<Entry extends { sequence: number }>(
  log: FollowedLog<Entry>,
  last: number,
): Promise<{ active: boolean; entries: Entry[] }> {
  try {
    return await log.read(last);
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return { active: true, entries: [] };
  }
}

async function* entriesOf<Entry extends { sequence: number }>(
  log: FollowedLog<Entry>,
  after: number,
  stop: AbortSignal,
): AsyncGenerator<Entry, void, undefined> {
  let wake = () => {};
  let woken = false;
  const unsubscribe = log.listener.subscribe((payload) => {
    if (payload !== null && payload !== log.payload) return;
    woken = true;
    wake();
  });
  stop.addEventListener("abort", () => wake());
  try {
    let last = after;
    while (!stop.aborted) {
      woken = false;
      const { active, entries } = await readOn(log, last);
      for (const entry of entries) {
        last = entry.sequence;
        yield entry;
      }
      if (entries.length > 0 || woken || stop.aborted) continue;
      if (!active) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    unsubscribe();
  }
}

/**
 * Yields a log's entries after a sequence, then each new entry as it is written, in order and without gaps.
 * Ends when everything was read and nothing more may come; waits while the database is away.
 * A reader that stopped resumes with the last sequence it saw.
 */
export function followLog<Entry extends { sequence: number }>(
  log: FollowedLog<Entry>,
  after: number,
): AsyncIterableIterator<Entry, void, undefined> {
  const stop = new AbortController();
  const entries = entriesOf(log, after, stop.signal);
  return {
    next: () => entries.next(),
    return() {
      // A generator alone would notice the end only at its next entry, which may never come.
      stop.abort();
      return entries.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
