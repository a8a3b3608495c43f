import type { ChildList } from "#foundation/db/children";
import type { Queries } from "#foundation/db/database";
import { type EventRecord, readEvents } from "./read-events.ts";

/** One step of an event's history. */
export interface LineageStep {
  id: number;
  /** `merge`: `from` merged into `to`. `split`: `to` split off from `from`. */
  kind: "merge" | "split";
  fromEventId: number;
  toEventId: number;
  at: Date;
}

/** The steps in which an event took part, newest first. */
export const eventLineage: ChildList = {
  columns: `l.id, l.kind, l.from_event_id AS "fromEventId", l.to_event_id AS "toEventId", l.at`,
  rows: "FROM event_lineage l WHERE (l.from_event_id = p.id OR l.to_event_id = p.id)",
  order: { "l.id": "desc" },
};

/**
 * Reads the ids of the events that merged into each of these, over any number of steps, in ascending order. One
 * statement.
 */
export async function readFormerIds(
  db: Queries,
  ids: readonly number[],
): Promise<{ eventId: number; formerIds: number[] }[]> {
  return db.query(
    `WITH RECURSIVE gone(event_id, former_id) AS (
       SELECT to_event_id, from_event_id FROM event_lineage WHERE kind = 'merge' AND to_event_id = ANY($1)
       UNION
       SELECT g.event_id, l.from_event_id FROM gone g JOIN event_lineage l ON l.kind = 'merge' AND l.to_event_id = g.former_id)
     SELECT event_id AS "eventId", array_agg(former_id ORDER BY former_id) AS "formerIds" FROM gone GROUP BY event_id`,
    [ids],
  );
}

/** Finds the events into which former events merged, by the ids of the former events. */
export async function survivorsOf(
  db: Queries,
  ids: readonly number[],
): Promise<{ askedId: number; eventId: number }[]> {
  return db.query(
    `WITH RECURSIVE way(asked_id, event_id) AS (
       SELECT id, id FROM unnest($1::int[]) AS id
       UNION
       SELECT w.asked_id, l.to_event_id FROM way w JOIN event_lineage l ON l.kind = 'merge' AND l.from_event_id = w.event_id)
     SELECT w.asked_id AS "askedId", w.event_id AS "eventId" FROM way w JOIN events e ON e.id = w.event_id`,
    [ids],
  );
}

/**
 * Reads the events of these ids. For a merged event, returns its survivor, whose `formerIds` has the id. Unknown ids
 * have no entry. One statement, and two more where an id is not found.
 */
export async function findEvents(db: Queries, ids: readonly number[]): Promise<Map<number, EventRecord>> {
  const found = new Map((await readEvents(db, ids)).map((event) => [event.id, event]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const survivors = await survivorsOf(db, missing);
  if (survivors.length === 0) return found;
  const records = new Map(
    (
      await readEvents(
        db,
        survivors.map(({ eventId }) => eventId),
      )
    ).map((event) => [event.id, event]),
  );
  for (const { askedId, eventId } of survivors) {
    const record = records.get(eventId);
    if (record !== undefined) found.set(askedId, record);
  }
  return found;
}
