import type { ChildPage } from "#foundation/db/children";
import type { Database } from "#foundation/db/database";
import { openTreeReader } from "#foundation/db/select-tree/reader";
import { type EventConditions, whereEvent } from "./event-filter.ts";

export const NEWEST_EVENTS = [{ lastUpdated: "desc" }, { id: "desc" }] as const;

/** Reads the ids of the events that meet the conditions, newest first: a page, and one id beyond it. */
export async function pageOfEvents(
  db: Pick<Database, "query" | "prisma">,
  conditions: EventConditions,
  { limit, offset }: ChildPage,
): Promise<number[]> {
  const rows = await openTreeReader(db).event.findMany({
    select: { id: true },
    where: whereEvent(conditions) ?? {},
    orderBy: [...NEWEST_EVENTS],
    take: limit + 1,
    skip: offset,
  });
  return rows.map(({ id }) => id);
}

/** Joins a market with the events that touch its companies, each event once. */
export const joinsMarketEvent = (market: string, event: string): string =>
  `${event}.id IN (SELECT ec.event_id FROM market_companies mc JOIN event_companies ec ON ec.company_id = mc.company_id
    WHERE mc.market_id = ${market}.id)`;

/**
 * Joins an event with all events of its story line, itself included: up to the first one, and down from there. The ids
 * are in an array, so that they are found once and then looked up by the index.
 */
export const joinsStoryLine = (event: string, other: string): string =>
  `${other}.id = ANY (ARRAY(
    WITH RECURSIVE up(id) AS (
      SELECT ${event}.id UNION SELECT f.follows_event_id FROM up JOIN event_follow_ups f ON f.event_id = up.id
    ), line(id) AS (
      SELECT up.id FROM up WHERE NOT EXISTS (SELECT 1 FROM event_follow_ups f WHERE f.event_id = up.id)
      UNION SELECT f.event_id FROM line JOIN event_follow_ups f ON f.follows_event_id = line.id
    ) SELECT id FROM line))`;

/** Reads the ids and content digests of the events that meet the conditions, newest first, at most `most`. */
export async function matchingEvents(
  db: Pick<Database, "query" | "prisma">,
  conditions: EventConditions,
  most: number,
): Promise<{ id: number; contentHash: string }[]> {
  return openTreeReader(db).event.findMany({
    select: { id: true, contentHash: true },
    where: whereEvent(conditions) ?? {},
    orderBy: [...NEWEST_EVENTS],
    take: most,
  });
}
