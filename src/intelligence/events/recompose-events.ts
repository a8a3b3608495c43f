import type { PoolClient } from "pg";
import { withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database } from "#foundation/db/database";
import { composeEvents } from "./compose-events.ts";
import type { GroupingDeps, GroupingOptions } from "./group-observations.ts";
import { type ReadingReport, startReader } from "./reading/event-reader.ts";
import { nextStoredEvents } from "./stored-events.ts";
import { writeEvents } from "./write-events.ts";

export interface RecomposingReport {
  events: number;
  /** Events that say something else now. */
  changed: number;
  /** What a language model read; where none is configured, nothing. */
  reading?: ReadingReport;
}

/**
 * Writes every event anew from the observations that it has: after a change of the taxonomy, of the model of the vectors, or of
 * the directory of companies, and where a language model is to read what the rules wrote. Groups and ids stay; `lastUpdated` moves
 * where the event says something else now. A run that is cut off leaves whole events; repeat it.
 * @throws the signal's reason where it is aborted
 */
export async function recomposeEvents(
  db: Database,
  deps: GroupingDeps,
  options: GroupingOptions = {},
): Promise<RecomposingReport> {
  return withAdvisoryLock(db, "events", options, async (client) => {
    const [counted] = await db.query<{ total: number }>("SELECT count(*)::int AS total FROM events", []);
    const total = counted?.total ?? 0;
    const reader = deps.reading === undefined ? null : startReader(db, deps.reading, options.signal);
    const report: RecomposingReport = { events: 0, changed: 0 };
    const progress = (ofThisBatch: number) => {
      options.signal?.throwIfAborted();
      const done = report.events + ofThisBatch;
      options.onProgress?.({ done, total: Math.max(total, done) });
    };
    for (let after = 0; ; ) {
      progress(0);
      const batch = await nextStoredEvents(db, after);
      const last = batch.at(-1);
      if (last === undefined) return reader === null ? report : { ...report, reading: reader.report() };
      let read = 0;
      const composed = await composeEvents(
        db,
        deps,
        batch.map(({ members }) => members),
        // A reader says so of each event.
        { reader, onRead: () => progress(reader === null ? 0 : ++read) },
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
