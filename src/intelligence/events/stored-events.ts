import type { Queries } from "#foundation/db/database";

/** Number of events that are read and written together. */
const BATCH = 200;

/** An event with the ids of its observations. */
export interface StoredEvent {
  id: number;
  members: number[];
}

/** Reads the next events after an id, in order; empty at the end. One statement. */
export const nextStoredEvents = (db: Queries, after: number): Promise<StoredEvent[]> =>
  db.query<StoredEvent>(
    `SELECT e.id, array_agg(o.id) AS members FROM events e JOIN observations o ON o.event_id = e.id
     WHERE e.id > $1 GROUP BY e.id ORDER BY e.id LIMIT ${BATCH}`,
    [after],
  );
