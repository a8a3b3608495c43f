import { randomUUID } from "node:crypto";
import type { LockedSession } from "#foundation/db/advisory-lock";
import type { Queries } from "#foundation/db/database";
import { type ComposingDeps, composeEvents } from "./compose-events.ts";
import { type GroupDocuments, groupWeek } from "./group-week.ts";
import { isStill, lockWritten } from "./lock-written.ts";
import { concernedEvents, planWeek } from "./plan-week.ts";
import { existingEvents, readMembers, readWeek } from "./read-week.ts";
import type { EventReader } from "./reading/event-reader.ts";
import { storePlan } from "./store-plan.ts";
import { weekStart } from "./weeks.ts";

/** The result of grouping a week. */
export interface WeekReport {
  /** Observations that waited and now have an event. */
  grouped: number;
  created: number;
  /** Existing events whose content changed. */
  changed: number;
  /** Events that merged into another one. */
  merged: number;
  /** Events that split off from another one. */
  split: number;
}

export interface RegroupingDeps extends ComposingDeps {
  groupDocuments: GroupDocuments;
  reader: EventReader | null;
}

export interface RegroupingOptions {
  signal: AbortSignal | undefined;
  /** Called with the number of the week's waiting observations that were read so far. If it throws, the work ends. */
  onRead: (waiting: number) => void;
}

/** Maximum number of attempts. A week whose neighbours keep changing is left to the next run. */
const MAX_ATTEMPTS = 10;

const NO_CHANGES: WeekReport = { grouped: 0, created: 0, changed: 0, merged: 0, split: 0 };

/**
 * Groups a week again and stores the result in one transaction. The caller holds the week's lock in `session`.
 * Meanwhile, other runs may group other weeks, also neighbouring ones. The transaction therefore first locks what it
 * writes. If another run changed the data of the plan, it ends without effect, and a new plan is made.
 */
export async function regroupWeek(
  session: LockedSession,
  db: Queries,
  deps: RegroupingDeps,
  week: number,
  options: RegroupingOptions,
): Promise<WeekReport> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const done = await attemptWeek(session, db, deps, week, options);
    if (done !== null) return done;
  }
  return NO_CHANGES;
}

/** @returns null where another run has changed the data meanwhile */
async function attemptWeek(
  session: LockedSession,
  db: Queries,
  deps: RegroupingDeps,
  week: number,
  { signal, onRead }: RegroupingOptions,
): Promise<WeekReport | null> {
  const reading = await readWeek(db, week);
  onRead(0);
  const groups = await groupWeek(reading, deps.groupDocuments, signal);
  const concerned = concernedEvents(reading, groups);
  const members = await readMembers(db, concerned);
  const existing = await existingEvents(db, concerned);
  const plan = planWeek(reading, groups, members, existing);
  const basis = { reading, members, concerned, existing };
  // Checked before the costly part, above all a model's reading. A plan that is outdated now stays outdated.
  if (!(await isStill(db, basis))) return null;

  const changed = plan.groups.filter((group) => group.changed);
  const waiting = reading.own.filter(({ eventId }) => eventId === null).length;
  const toRead = changed.reduce((sum, group) => sum + group.members.length, 0);
  let read = 0;
  const composed = await composeEvents(
    db,
    deps,
    changed.map((group) => group.members.map(({ id }) => id)),
    {
      reader: deps.reader,
      onRead: (observations) => {
        read += observations;
        onRead(Math.floor((waiting * read) / Math.max(toRead, 1)));
      },
    },
  );
  const range = { start: weekStart(week), end: weekStart(week + 1) };
  return session.transaction(async (inside) => {
    await lockWritten(inside, basis);
    if (!(await isStill(inside, basis))) return null;
    return { grouped: waiting, ...(await storePlan(inside, randomUUID(), reading, range, plan, composed)) };
  });
}
