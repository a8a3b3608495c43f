import type { Database } from "#foundation/db/database";
import type { Listener } from "#foundation/db/listener";
import { isDatabaseOutage } from "#foundation/db/outage";
import { type ProgressEntry, readProgress } from "./progress-log.ts";

/** Reads the log this often even when no notification came. */
const POLL_MS = 2_000;

async function isActive(db: Database, marketId: number): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM workflow_runs WHERE market_id = $1 AND status IN ('queued', 'running')", [
    marketId,
  ]);
  return rows.length > 0;
}

/** The new entries, and whether more may come. While the database is away there are none, and more may come. */
async function readOn(
  db: Database,
  marketId: number,
  last: number,
): Promise<{ active: boolean; entries: ProgressEntry[] }> {
  try {
    // Asked before reading, so that entries written in between are read and a run cannot end unseen.
    const active = await isActive(db, marketId);
    return { active, entries: await readProgress(db, marketId, last) };
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    return { active: true, entries: [] };
  }
}

async function* entriesOf(
  db: Database,
  listener: Listener,
  marketId: number,
  after: number,
  stop: AbortSignal,
): AsyncGenerator<ProgressEntry, void, undefined> {
  let wake = () => {};
  let woken = false;
  const unsubscribe = listener.subscribe((payload) => {
    if (payload !== null && payload !== String(marketId)) return;
    woken = true;
    wake();
  });
  stop.addEventListener("abort", () => wake());
  try {
    let last = after;
    while (!stop.aborted) {
      woken = false;
      const { active, entries } = await readOn(db, marketId, last);
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
 * A market's progress log from after a sequence on, then each new entry as it is written, in order and without gaps. Ends when
 * everything was read and nothing of the market is queued or running; waits while the database is away. A reader that stopped resumes
 * with the last sequence it saw.
 */
export function followProgress(
  db: Database,
  listener: Listener,
  marketId: number,
  after: number,
): AsyncIterableIterator<ProgressEntry, void, undefined> {
  const stop = new AbortController();
  const entries = entriesOf(db, listener, marketId, after, stop.signal);
  return {
    next: () => entries.next(),
    return() {
      // A generator alone would notice it only at its next entry, which may never come.
      stop.abort();
      return entries.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
