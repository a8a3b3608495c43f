import { withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database } from "#foundation/db/database";
import type { ComposingDeps } from "./compose-events.ts";
import type { GroupDocuments } from "./group-week.ts";
import { countPending, isWaiting, nextWeek } from "./read-week.ts";
import { type ReadingDeps, type ReadingReport, startReader } from "./reading/event-reader.ts";
import { regroupWeek, type WeekReport } from "./regroup-week.ts";
import { linkStoryLines } from "./story-lines/link-story-lines.ts";
import { eventsToLink } from "./story-lines/story-store.ts";

/** The tools for grouping observations and writing events. */
export interface GroupingDeps extends ComposingDeps {
  groupDocuments: GroupDocuments;
  /** A language model that reads events; without it, the rules read them. */
  reading?: ReadingDeps;
}

export interface GroupingOptions {
  /** If aborted, the run ends with the signal's reason after its current step. The next run continues. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: GroupingProgress) => void) | undefined;
  /** Called once if the run has to wait for another run. */
  onWaiting?: (() => void) | undefined;
}

/** Number of observations written into events, and of those that waited when the run began. */
export interface GroupingProgress {
  done: number;
  total: number;
}

export interface GroupingReport extends WeekReport {
  /** The language model's readings; absent where none is configured. */
  reading?: ReadingReport;
}

/** Maximum number of rounds. A week that still changes then is left to the next run. */
const MAX_ROUNDS = 3;

/**
 * Groups the waiting observations into events (docs/events.md). Weeks in which observations were added, changed or
 * removed are grouped again as a whole, one transaction each. The groups therefore depend on the observations and not
 * on the order of their arrival. Only events whose observations changed are written again. An interrupted run leaves
 * whole weeks, and the next run continues. Concurrent runs take turns at each week. A language model is called before
 * the transaction; if it fails, the rules decide. At the end, new and changed events get their places in story lines.
 * @throws the signal's reason where it is aborted
 */
export async function groupObservations(
  db: Database,
  deps: GroupingDeps,
  options: GroupingOptions = {},
): Promise<GroupingReport> {
  const run = startRun(db, deps, options, await countPending(db));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let week = await nextWeek(db, null);
    if (week === null) break;
    for (; week !== null; week = await nextWeek(db, week + 1)) await run.regroup(week);
  }
  await linkWaitingEvents(db, options);
  return run.report();
}

/**
 * Groups the observations of one week (`weekOf`) in the same way, without the places in story lines
 * (`linkWaitingEvents`).
 * @throws the signal's reason where it is aborted
 */
export async function groupObservationsOfWeek(
  db: Database,
  deps: GroupingDeps,
  week: number,
  options: GroupingOptions = {},
): Promise<GroupingReport> {
  const run = startRun(db, deps, options, await countPending(db, week));
  await run.regroup(week);
  return run.report();
}

/**
 * Links the events that wait for their places in story lines. Takes the whole lock, because no event may change
 * meanwhile, and therefore waits for all weeks that are being grouped.
 * @throws the signal's reason where it is aborted
 */
export async function linkWaitingEvents(db: Database, { signal, onWaiting }: GroupingOptions = {}): Promise<void> {
  if ((await eventsToLink(db, 1)).length === 0) return;
  await withAdvisoryLock(db, "events", { signal, onWaiting }, (session) => linkStoryLines(session, signal));
}

/** @param total number of waiting observations, for the progress */
function startRun(db: Database, deps: GroupingDeps, options: GroupingOptions, total: number) {
  const reader = deps.reading === undefined ? null : startReader(db, deps.reading, options.signal);
  const report: WeekReport = { grouped: 0, created: 0, changed: 0, merged: 0, split: 0 };
  let isToldToWait = false;
  const onWaiting = () => {
    if (!isToldToWait) options.onWaiting?.();
    isToldToWait = true;
  };
  // An aborted run ends here too.
  const progress = (ofThisWeek: number) => {
    options.signal?.throwIfAborted();
    const done = report.grouped + ofThisWeek;
    options.onProgress?.({ done, total: Math.max(total, done) });
  };
  return {
    report: (): GroupingReport => (reader === null ? report : { ...report, reading: reader.report() }),
    async regroup(week: number): Promise<void> {
      progress(0);
      await withAdvisoryLock(db, "events", { signal: options.signal, part: week, onWaiting }, async (session) => {
        // Another run may have grouped the week meanwhile.
        if (!(await isWaiting(db, week))) return;
        const done = await regroupWeek(session, db, { ...deps, reader }, week, {
          signal: options.signal,
          onRead: progress,
        });
        for (const name of Object.keys(report) as (keyof WeekReport)[]) report[name] += done[name];
      });
      progress(0);
    },
  };
}
