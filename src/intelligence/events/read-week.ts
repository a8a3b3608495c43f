import type { Queries } from "#foundation/db/database";
import { firstDaysEnd, lastDaysStart, weekOf, weekStart } from "./weeks.ts";

/** Characters of a text that grouping reads. */
const GROUPING_TEXT = 2_000;
/** Characters of a text that writing an event reads. */
const CONTENT_TEXT = 20_000;

/** An observation, with the event that has it now. */
export interface Member {
  id: number;
  /** Null if it was not grouped since it arrived or changed. */
  eventId: number | null;
  url: string;
  publishedAt: Date;
  contentHash: string;
}

/** An observation with the fields that grouping reads. */
export interface WeekObservation extends Member {
  title: string;
  text: string;
  publisher: string;
  category: string;
}

/** An observation with the fields from which an event is written. */
export interface SourceObservation {
  id: number;
  url: string;
  title: string;
  text: string;
  publisher: string;
  publishedAt: Date;
}

/** An observation that left its event, its week or the table, with its former place. */
export interface Departure {
  id: string;
  observationId: number;
  eventId: number | null;
  publishedAt: Date;
}

/** The whole input for grouping a week. */
export interface WeekReading {
  week: number;
  /** All observations of the week. */
  own: WeekObservation[];
  /** Grouped observations of the last days of the week before, and of the first days of the week after. */
  before: WeekObservation[];
  after: WeekObservation[];
  departures: Departure[];
}

const MEMBER = `o.id, o.event_id AS "eventId", o.url, o.published_at AS "publishedAt", o.content_hash AS "contentHash"`;

const between = (db: Queries, from: Date, to: Date) =>
  db.query<WeekObservation>(
    `SELECT ${MEMBER}, o.title, left(o.text, ${GROUPING_TEXT}) AS text, o.publisher, o.category
     FROM observations o WHERE o.published_at >= $1 AND o.published_at < $2`,
    [from, to],
  );

/** Reads a week and the days around its borders. */
export async function readWeek(db: Queries, week: number): Promise<WeekReading> {
  const [start, end] = [weekStart(week), weekStart(week + 1)];
  const grouped = ({ eventId }: Member) => eventId !== null;
  // In sequence, because the grouping holds one connection of a small pool and uses at most one more. Departures are
  // read first, so that departures during the other reads are left for the next time.
  const departures = await db.query<Departure>(
    `SELECT id::text, observation_id AS "observationId", event_id AS "eventId", published_at AS "publishedAt"
     FROM observation_departures WHERE published_at >= $1 AND published_at < $2 ORDER BY id`,
    [start, end],
  );
  const own = await between(db, start, end);
  const before = (await between(db, lastDaysStart(week - 1), start)).filter(grouped);
  const after = (await between(db, end, firstDaysEnd(week + 1))).filter(grouped);
  return { week, own, before, after, departures };
}

/** Finds the first week at or after `from` that has something to group; null if there is none. */
export async function nextWeek(db: Queries, from: number | null): Promise<number | null> {
  const since = from === null ? null : weekStart(from);
  const [row] = await db.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT min(published_at) FROM observations WHERE event_id IS NULL AND ($1::timestamptz IS NULL OR published_at >= $1)),
       (SELECT min(published_at) FROM observation_departures WHERE ($1::timestamptz IS NULL OR published_at >= $1))) AS at`,
    [since],
  );
  return row?.at ? weekOf(row.at) : null;
}

/** Lists the weeks that have something to group, earliest first. */
export async function waitingWeeks(db: Queries): Promise<number[]> {
  const rows = await db.query<{ day: Date }>(
    `SELECT DISTINCT date_trunc('week', published_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS day FROM (
       SELECT published_at FROM observations WHERE event_id IS NULL
       UNION ALL SELECT published_at FROM observation_departures) AS waiting
     ORDER BY day`,
    [],
  );
  return rows.map(({ day }) => weekOf(day));
}

/** Returns whether a week has something to group. */
export const isWaiting = async (db: Queries, week: number): Promise<boolean> => (await nextWeek(db, week)) === week;

/** Counts the observations that wait to be grouped, in one week or in all. */
export async function countPending(db: Queries, week: number | null = null): Promise<number> {
  const [from, to] = week === null ? [null, null] : [weekStart(week), weekStart(week + 1)];
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM observations WHERE event_id IS NULL
       AND ($1::timestamptz IS NULL OR published_at >= $1) AND ($2::timestamptz IS NULL OR published_at < $2)`,
    [from, to],
  );
  return row?.total ?? 0;
}

/** Reads all observations of these events. */
export const readMembers = (db: Queries, eventIds: readonly number[]): Promise<Member[]> =>
  db.query<Member>(`SELECT ${MEMBER} FROM observations o WHERE o.event_id = ANY($1)`, [eventIds]);

/** Returns those of these events that exist. */
export async function existingEvents(db: Queries, eventIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>("SELECT id FROM events WHERE id = ANY($1)", [eventIds]);
  return rows.map(({ id }) => id);
}

/** Reads the input for writing events, by observation id. */
export async function readSources(db: Queries, ids: readonly number[]): Promise<Map<number, SourceObservation>> {
  const rows = await db.query<SourceObservation>(
    `SELECT id, url, title, left(text, ${CONTENT_TEXT}) AS text, publisher, published_at AS "publishedAt"
     FROM observations WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
