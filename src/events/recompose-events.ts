import type { PoolClient } from "pg";
import { withAdvisoryLock } from "../db/advisory-lock.ts";
import type { Database } from "../db/database.ts";
import { type ComposingDeps, composeEvents } from "./compose-events.ts";
import type { GroupingOptions } from "./group-observations.ts";
import { writeEvents } from "./write-events.ts";

/** Events that are read and written together. */
const BATCH = 200;

/**
 * Writes every event anew from the observations that it has: after a change of the taxonomy, of the model of the vectors, or of
 * the directory of companies. Groups and ids stay; `lastUpdated` moves where the event says something else now. A run that is cut
 * off leaves whole events; repeat it.
 * @throws the signal's reason where it is aborted
 */
export async function recomposeEvents(
  db: Pick<Database, "pool" | "query">,
  deps: ComposingDeps,
  options: GroupingOptions = {},
): Promise<{ events: number; changed: number }> {
  return withAdvisoryLock(db, "events", options, async (client) => {
    const [counted] = await db.query<{ total: number }>("SELECT count(*)::int AS total FROM events", []);
    const total = counted?.total ?? 0;
    const report = { events: 0, changed: 0 };
    for (let after = 0; ; ) {
      options.signal?.throwIfAborted();
      options.onProgress?.({ done: report.events, total: Math.max(total, report.events) });
      const batch = await db.query<{ id: number; members: number[] }>(
        `SELECT e.id, array_agg(o.id) AS members FROM events e JOIN observations o ON o.event_id = e.id
         WHERE e.id > $1 GROUP BY e.id ORDER BY e.id LIMIT ${BATCH}`,
        [after],
      );
      const last = batch.at(-1);
      if (last === undefined) return report;
      const composed = await composeEvents(
        db,
        deps,
        batch.map(({ members }) => members),
      );
      const events = batch.flatMap(({ id }, i) => {
        const event = composed[i];
        return event == null ? [] : [{ id, event }];
      });
      report.changed += await inTransaction(client, async () => (await writeEvents(client, events)).length);
      report.events += batch.length;
      after = last.id;
    }
  });
}

async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  const result = await work();
  await client.query("COMMIT");
  return result;
}
