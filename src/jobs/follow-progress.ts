import type { Database } from "#foundation/db/database";
import { followLog } from "#foundation/db/follow-log";
import type { Listener } from "#foundation/db/listener";
import { type ProgressEntry, readProgress } from "./progress-log.ts";

async function isActive(db: Database, marketId: number): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM workflow_runs WHERE market_id = $1 AND status IN ('queued', 'running')", [
    marketId,
  ]);
  return rows.length > 0;
}

/**
 * Follows a market's progress log from after a sequence, until the market has no queued or running run (see
 * `followLog`).
 */
export function followProgress(
  db: Database,
  listener: Listener,
  marketId: number,
  after: number,
): AsyncIterableIterator<ProgressEntry, void, undefined> {
  return followLog(
    {
      listener,
      payload: String(marketId),
      async read(last) {
        // Asked before reading, so that entries written in between are read and no run ends unseen.
        const active = await isActive(db, marketId);
        return { active, entries: await readProgress(db, marketId, last) };
      },
    },
    after,
  );
}
