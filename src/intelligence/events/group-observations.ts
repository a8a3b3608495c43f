import { randomUUID } from "node:crypto";
import { type LockedSession, withAdvisoryLock } from "#foundation/db/advisory-lock";
import type { Database, Queries } from "#foundation/db/database";
import { type ComposingDeps, composeEvents } from "./compose-events.ts";
import { type GroupDocuments, groupWeek } from "./group-week.ts";
import { concernedEvents, planWeek } from "./plan-week.ts";
import { countPending, existingEvents, nextWeek, readMembers, readWeek } from "./read-week.ts";
import { type EventReader, type ReadingDeps, type ReadingReport, startReader } from "./reading/event-reader.ts";
import { storePlan } from "./store-plan.ts";
import { linkStoryLines } from "./story-lines/link-story-lines.ts";
import { weekStart } from "./weeks.ts";

/** The tools for grouping observations and writing events. */
export interface GroupingDeps extends ComposingDeps {
  groupDocuments: GroupDocuments;
  /** A language model that reads events; without it the rules do. */
  reading?: ReadingDeps;
}

export interface GroupingOptions {
  /** Aborted: the run ends with the signal's reason after the step it is at; the next run goes on. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: GroupingProgress) => void) | undefined;
  /** Called once when it has to wait for another run. */
  onWaiting?: (() => void) | undefined;
}

/** Observations that were written into events, of those that waited when the run began. */
export interface GroupingProgress {
  done: number;
  total: number;
}

export interface GroupingReport {
  /** Observations that waited and have an event now. */
  grouped: number;
  created: number;
  /** Existing events whose content changed. */
  changed: number;
  /** Events that merged into another one. */
  merged: number;
  /** Events that split off from another one. */
  split: number;
  /** The language model's readings; absent where none is configured. */
  reading?: ReadingReport;
}

/** A week that keeps changing while it is grouped is left to the next run after so many rounds. */
const MAX_ROUNDS = 3;

/**
 * Groups the observations that wait into events (docs/events.md). Weeks in which observations were added, changed or
 * removed are grouped again as a whole, one transaction each. The groups therefore depend on the observations and not
 * on the order of their arrival. Only events whose observations changed are written anew. A run that is cut off leaves
 * whole weeks; the next one goes on. Concurrent runs take turns. Where a language model reads the events, it is called
 * before the transaction; where it fails, the rules decide. In the end new and changed events get their places in story lines.
 * @throws the signal's reason where it is aborted
 */
export async function groupObservations(
  db: Database,
  deps: GroupingDeps,
  options: GroupingOptions = {},
): Promise<GroupingReport> {
  return withAdvisoryLock(db, "events", options, async (session) => {
    const reader = deps.reading === undefined ? null : startReader(db, deps.reading, options.signal);
    const run = new GroupingRun(session, db, { ...deps, reader }, options, await countPending(db));
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let week = await nextWeek(db, null);
      if (week === null) break;
      for (; week !== null; week = await nextWeek(db, week + 1)) await run.regroup(week);
    }
    await linkStoryLines(session, options.signal);
    return reader === null ? run.report : { ...run.report, reading: reader.report() };
  });
}

interface RunDeps extends GroupingDeps {
  reader: EventReader | null;
}

class GroupingRun {
  readonly report: GroupingReport = { grouped: 0, created: 0, changed: 0, merged: 0, split: 0 };
  readonly #id = randomUUID();
  readonly #session: LockedSession;
  readonly #db: Queries;
  readonly #deps: RunDeps;
  readonly #options: GroupingOptions;
  readonly #total: number;

  constructor(session: LockedSession, db: Queries, deps: RunDeps, options: GroupingOptions, total: number) {
    this.#session = session;
    this.#db = db;
    this.#deps = deps;
    this.#options = options;
    this.#total = total;
  }

  async regroup(week: number): Promise<void> {
    this.#progress(0);
    const reading = await readWeek(this.#db, week);
    this.#progress(0);
    const groups = await groupWeek(reading, this.#deps.groupDocuments, this.#options.signal);
    const concerned = concernedEvents(reading, groups);
    const members = await readMembers(this.#db, concerned);
    const plan = planWeek(reading, groups, members, await existingEvents(this.#db, concerned));

    const changed = plan.groups.filter((group) => group.changed);
    const waiting = reading.own.filter(({ eventId }) => eventId === null).length;
    const toRead = changed.reduce((sum, group) => sum + group.members.length, 0);
    let read = 0;
    const composed = await composeEvents(
      this.#db,
      this.#deps,
      changed.map((group) => group.members.map(({ id }) => id)),
      {
        reader: this.#deps.reader,
        onRead: (observations) => {
          read += observations;
          this.#progress(Math.floor((waiting * read) / Math.max(toRead, 1)));
        },
      },
    );
    const range = { start: weekStart(week), end: weekStart(week + 1) };
    const stored = await this.#session.transaction((inside) =>
      storePlan(inside, this.#id, reading, range, plan, composed),
    );
    const { report } = this;
    report.grouped += waiting;
    report.created += stored.created;
    report.changed += stored.changed;
    report.merged += stored.merged;
    report.split += stored.split;
    this.#progress(0);
  }

  /** A run that was told to stop ends here too. */
  #progress(ofThisWeek: number): void {
    this.#options.signal?.throwIfAborted();
    const done = this.report.grouped + ofThisWeek;
    this.#options.onProgress?.({ done, total: Math.max(this.#total, done) });
  }
}
