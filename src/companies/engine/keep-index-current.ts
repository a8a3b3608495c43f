import type { Logger } from "pino";
import type { Database } from "#foundation/db/database";
import type { Listener } from "#foundation/db/listener";
import { isDatabaseOutage } from "#foundation/db/outage";
import { startWakeLoop } from "#foundation/db/wake-loop";
import { applyAllChanges } from "./apply-changes.ts";
import { searchFailures } from "./engine-metrics.ts";
import type { SearchEngine } from "./search-engine.ts";

/**
 * Applies changes of companies to the indexes as they are committed, until stopped. An outage of the engine is logged
 * once, and the changes wait.
 */
export function keepIndexCurrent(
  db: Pick<Database, "pool" | "query">,
  engine: SearchEngine,
  { listener, log }: { listener: Listener; log: Logger },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let failing = false;
  const loop = startWakeLoop({ listener, log }, async () => {
    try {
      const { refused } = await applyAllChanges(db, engine, { signal: stopping.signal, log });
      searchFailures.inc({ kind: "refused" }, refused.size);
      if (failing) log.info("changes of companies reach the search engine again");
      failing = false;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (isDatabaseOutage(error)) throw error;
      searchFailures.inc({ kind: "away" });
      if (!failing) log.error({ err: error }, "changes of companies do not reach the search engine; they wait");
      failing = true;
    }
  });
  return {
    async stop() {
      stopping.abort();
      await loop.stop();
    },
  };
}
