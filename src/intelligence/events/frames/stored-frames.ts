import type { Queries } from "#foundation/db/database";
import { type EventFrame, type FrameArticle, readFrames } from "./read-frames.ts";

/** Number of articles of an event that are read, earliest first, and characters of each. */
const MOST_ARTICLES = 100;
const MOST_CHARACTERS = 4_000;

interface Row extends FrameArticle {
  eventId: number;
  alertTypes: string[];
  companies: string[];
}

/** Reads the frames of these events from their articles and alert types. One statement. */
export async function framesOfEvents(db: Queries, ids: readonly number[]): Promise<Map<number, EventFrame[]>> {
  const rows = await db.query<Row>(
    `SELECT e.id AS "eventId", o.url, o.publisher, o.title, left(o.text, ${MOST_CHARACTERS}) AS text,
       ARRAY(SELECT a.name FROM event_alert_types a WHERE a.event_id = e.id ORDER BY a.position) AS "alertTypes",
       ARRAY(SELECT c.name FROM event_companies t JOIN companies c ON c.id = t.company_id WHERE t.event_id = e.id) AS companies
     FROM events e CROSS JOIN LATERAL (SELECT x.url, x.publisher, x.title, x.text, x.published_at, x.id FROM observations x
       WHERE x.event_id = e.id ORDER BY x.published_at, x.id LIMIT ${MOST_ARTICLES}) o
     WHERE e.id = ANY($1::int[]) ORDER BY e.id, o.published_at, o.id`,
    [ids],
  );
  const articles = Map.groupBy(rows, ({ eventId }) => eventId);
  return new Map([...articles].map(([id, of]) => [id, readFrames(of, of[0]?.alertTypes ?? [], of[0]?.companies)]));
}
