import type { Queries } from "#foundation/db/database";
import type { Member, WeekReading } from "./read-week.ts";
import { firstDaysEnd, lastDaysStart } from "./weeks.ts";

/** The data from which the plan of a week was made. */
export interface PlanBasis {
  reading: WeekReading;
  /** All observations of the concerned events. */
  members: readonly Member[];
  /** Events that the plan may change, and those of them that existed. */
  concerned: readonly number[];
  existing: readonly number[];
}

/** Key of the locks on borders between weeks ("evbo" in ASCII). The second key is the week after the border. */
const BORDERS_LOCK = 0x6576626f;

/**
 * Locks what the plan of a week may change, until the end of the transaction: its two borders and its events.
 * Neighbouring weeks share a border, and weeks with a common event share that event. All transactions lock in the same
 * order, so that they cannot deadlock.
 */
export async function lockWritten(inside: Queries, { reading: { week }, concerned }: PlanBasis): Promise<void> {
  for (const border of [week, week + 1])
    await inside.query("SELECT pg_advisory_xact_lock($1, $2)", [BORDERS_LOCK, border]);
  await inside.query("SELECT id FROM events WHERE id = ANY($1) ORDER BY id FOR UPDATE", [concerned]);
}

/**
 * Returns whether the plan is still current: no other run has regrouped its observations or removed its events. An
 * observation that waits again does not matter: its week is marked, and `storePlan` leaves it waiting.
 */
export async function isStill(db: Queries, { reading, members, concerned, existing }: PlanBasis): Promise<boolean> {
  const { week, own, before, after } = reading;
  const known = new Map([...own, ...before, ...after, ...members].map(({ id, eventId }) => [id, eventId]));
  const [found] = await db.query<{ regrouped: boolean; events: number }>(
    `WITH known AS (SELECT * FROM unnest($1::int[], $2::int[]) AS k(id, event_id))
     SELECT EXISTS (SELECT FROM known k JOIN observations o USING (id) WHERE o.event_id IS DISTINCT FROM k.event_id AND o.event_id IS NOT NULL)
         OR EXISTS (SELECT FROM observations o WHERE o.event_id = ANY($3) AND o.id NOT IN (SELECT id FROM known))
         OR EXISTS (SELECT FROM observations o WHERE o.published_at >= $4 AND o.published_at < $5 AND o.event_id IS NOT NULL
                    AND o.id NOT IN (SELECT id FROM known)) AS regrouped,
       (SELECT count(*)::int FROM events WHERE id = ANY($3)) AS events`,
    [[...known.keys()], [...known.values()], concerned, lastDaysStart(week - 1), firstDaysEnd(week + 1)],
  );
  return found?.regrouped === false && found.events === existing.length;
}
