import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Queries } from "#foundation/db/database";
import { removeOldPages } from "./stored-pages.ts";

const DAY_MS = 86_400_000;

/**
 * Removes old pages from the store at start and then once a day, in the background; after a failure it waits for the
 * next day.
 */
export function keepStoreSmall(db: Queries, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = (async () => {
    while (!signal.aborted) {
      try {
        const removed = await removeOldPages(db, signal);
        if (removed > 0) log.info({ removed }, "old pages were removed from the store");
      } catch (error) {
        log.warn({ err: error }, "old pages could not be removed from the store");
      }
      // The timer does not keep the process alive.
      await sleep(DAY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
