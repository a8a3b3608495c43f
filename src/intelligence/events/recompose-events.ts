import { withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database } from "#foundation/db/database";
import { composeEvents } from "./compose-events.ts";
import type { GroupingDeps, GroupingOptions } from "./group-observations.ts";
import { type ReadingReport, startReader } from "./reading/event-reader.ts";
import { nextStoredEvents } from "./stored-events.ts";
import { linkStoryLines } from "./story-lines/link-story-lines.ts";
import { markToLink } from "./story-lines/story-store.ts";
import { writeEvents } from "./write-events.ts";

export interface RecomposingReport {
  events: number;
  /** Events whose content changed. */
  changed: number;
  /** The language model's readings; absent where none is configured. */
  reading?: ReadingReport;
}

/**
 * Writes every event again from its observations. This is needed after a change of the taxonomy, the vectors' model or
 * the directory, and to let a language model read the events. Groups and ids stay. `lastUpdated` changes where the
 * event's content does. An interrupted run leaves whole events and can be repeated.
 * @throws the signal's reason where it is aborted
 */
export async function recomposeEvents(
  db: Database,
  deps: GroupingDeps,
  options: GroupingOptions = {},
): Promise<RecomposingReport> {
  return withAdvisoryLock(db, "events", options, async (session) => {
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
      if (last === undefined) break;
      let read = 0;
      const composed = await composeEvents(
        db,
        deps,
        batch.map(({ members }) => members),
        // A reader calls this once for each event.
        { reader, onRead: () => progress(reader === null ? 0 : ++read) },
      );
      const events = batch.flatMap(({ id }, i) => {
        const event = composed[i];
        return event == null ? [] : [{ id, event }];
      });
      report.changed += await session.transaction(async (inside) => {
        const written = await writeEvents(inside, events);
        await markToLink(inside, written, []);
        return written.length;
      });
      report.events += batch.length;
      after = last.id;
    }
    await linkStoryLines(session, options.signal);
    return reader === null ? report : { ...report, reading: reader.report() };
  });
}
