import type { Queries } from "#foundation/db/database";
import type { Development } from "./developments.ts";
import { type Kinship, MOST_DAYS } from "./follow-up.ts";
import { type Matter, matterOf, type StoryEventRecord } from "./matter.ts";

/** A stored link between two events. */
export interface StoredLink {
  eventId: number;
  followsEventId: number;
}

/** A link to store. */
export interface LinkToWrite extends StoredLink, Kinship {
  developments: Development[];
}

/** Lists events that wait for their places in story lines, at most `most`. */
export async function eventsToLink(db: Queries, most: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>("SELECT event_id AS id FROM events_to_link ORDER BY event_id LIMIT $1", [
    most,
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Marks events to be linked again, and also the followers of the events in `followed`. Runs in the caller's
 * transaction.
 */
export async function markToLink(db: Queries, ids: readonly number[], followed: readonly number[]): Promise<void> {
  await db.query(
    `INSERT INTO events_to_link (event_id)
     SELECT e.id FROM events e WHERE e.id = ANY($1::int[])
     UNION SELECT f.event_id FROM event_follow_ups f WHERE f.follows_event_id = ANY($2::int[])
     ON CONFLICT DO NOTHING`,
    [ids, followed],
  );
}

export async function unmarkToLink(db: Queries, ids: readonly number[]): Promise<void> {
  await db.query("DELETE FROM events_to_link WHERE event_id = ANY($1::int[])", [ids]);
}

/** Reads the matters of these events. */
export async function readMatters(db: Queries, ids: readonly number[]): Promise<Matter[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<StoryEventRecord>(
    `SELECT e.id, e.title, e.published_at AS "publishedAt", e.search_keywords AS "searchKeywords",
       e.relevant_entities AS "relevantEntities",
       ARRAY(SELECT a.name FROM event_alert_types a WHERE a.event_id = e.id AND a.method <> 'none' ORDER BY a.position) AS "alertTypes"
     FROM events e WHERE e.id = ANY($1::int[])`,
    [ids],
  );
  return rows.map(matterOf);
}

/** Replaces the keys of events. */
export async function writeKeys(db: Queries, matters: readonly Matter[]): Promise<void> {
  await db.query("DELETE FROM event_story_keys WHERE event_id = ANY($1::int[])", [matters.map(({ id }) => id)]);
  const rows = matters.flatMap(({ id, keys, publishedAt }) => keys.map((key) => ({ id, key, publishedAt })));
  await db.query(
    `INSERT INTO event_story_keys (event_id, key, published_at)
     SELECT * FROM unnest($1::int[], $2::text[], $3::timestamptz[])`,
    [rows.map(({ id }) => id), rows.map(({ key }) => key), rows.map(({ publishedAt }) => publishedAt)],
  );
}

/** Finds pairs of one of these events and another event that shares a key, within `MOST_DAYS` before or after it. */
export function neighbours(
  db: Queries,
  ids: readonly number[],
  side: "earlier" | "later",
): Promise<{ id: number; other: number }[]> {
  const reach = `make_interval(days => ${MOST_DAYS})`;
  return db.query<{ id: number; other: number }>(
    side === "later"
      ? `SELECT DISTINCT k.event_id AS id, o.event_id AS other FROM event_story_keys k JOIN event_story_keys o ON o.key = k.key
           AND o.published_at > k.published_at AND o.published_at <= k.published_at + ${reach}
         WHERE k.event_id = ANY($1::int[])`
      : `SELECT DISTINCT k.event_id AS id, o.event_id AS other FROM event_story_keys k JOIN event_story_keys o ON o.key = k.key
           AND o.published_at < k.published_at AND o.published_at >= k.published_at - ${reach}
         WHERE k.event_id = ANY($1::int[])`,
    [ids],
  );
}

/** Reads the links that lead to these events. */
export const followersOf = (db: Queries, ids: readonly number[]): Promise<StoredLink[]> =>
  db.query<StoredLink>(
    `SELECT event_id AS "eventId", follows_event_id AS "followsEventId" FROM event_follow_ups
     WHERE follows_event_id = ANY($1::int[])`,
    [ids],
  );

/** Replaces the links of these events. */
export async function writeLinks(db: Queries, ids: readonly number[], links: readonly LinkToWrite[]): Promise<void> {
  await db.query("DELETE FROM event_follow_ups WHERE event_id = ANY($1::int[])", [ids]);
  await db.query(
    `INSERT INTO event_follow_ups (event_id, follows_event_id, likelihood, shared_names, shared_terms, developments)
     SELECT "eventId", "followsEventId", likelihood, "sharedNames", "sharedTerms", developments
     FROM jsonb_to_recordset($1::jsonb) AS x("eventId" int, "followsEventId" int, likelihood float8, "sharedNames" text[],
       "sharedTerms" text[], developments jsonb)`,
    [JSON.stringify(links)],
  );
}
