import type { Queries } from "#foundation/db/database";

/** Where a theme is looked for in events: the very expression that their index is made of. */
export const EVENT_TEXTS = { table: "events", text: `left("title" || ' ' || "summary", 2000)` } as const;

/** Events themselves, or all events that touch some companies. */
export type EventSelection = { events: readonly number[] } | { companies: readonly number[] };

const selected = (selection: EventSelection) =>
  "events" in selection
    ? { condition: "e.id = ANY($1::int[])", ids: selection.events }
    : {
        condition: "e.id IN (SELECT event_id FROM event_companies WHERE company_id = ANY($1::int[]))",
        ids: selection.companies,
      };

/** An event with what it touches most and an article that tells of it. */
export interface WeighedEvent {
  id: number;
  title: string;
  summary: string;
  publishedAt: Date;
  lastUpdated: Date;
  /** Independent ones. */
  sources: number;
  alerts: string[];
  /** Of the most likely and severe entity. */
  entity: string | null;
  likelihood: number | null;
  severity: number | null;
  /** The article that its title is from; where it is gone, the earliest one. */
  url: string | null;
  articleTitle: string | null;
  publisher: string | null;
  articleAt: Date | null;
  retrievedAt: Date | null;
  /** How many there are, whatever the limit. */
  total: number;
}

/** The events that weigh most: by likelihood times severity, the usual measure of a risk, both 0–3; at most `limit`. */
export function weightiestEvents(db: Queries, selection: EventSelection, limit: number): Promise<WeighedEvent[]> {
  const { condition, ids } = selected(selection);
  return db.query<WeighedEvent>(
    `SELECT e.id, e.title, e.summary, e.published_at AS "publishedAt",
       e.last_updated AS "lastUpdated", e.independent_sources AS sources,
       ARRAY(SELECT a.name FROM event_alert_types a WHERE a.event_id = e.id ORDER BY a.position LIMIT 3) AS alerts,
       x.name AS entity, x.likelihood, x.severity, o.url, o.title AS "articleTitle", o.publisher, o.published_at AS "articleAt",
       o.retrieved_at AS "retrievedAt", (count(*) OVER ())::int AS total
     FROM events e
     LEFT JOIN LATERAL (SELECT name, likelihood, severity FROM event_impacted_entities WHERE event_id = e.id
       ORDER BY likelihood * severity DESC, position LIMIT 1) x ON true
     LEFT JOIN LATERAL (SELECT url, title, publisher, published_at, retrieved_at FROM observations WHERE event_id = e.id
       ORDER BY title <> e.title, published_at, id LIMIT 1) o ON true
     WHERE ${condition}
     ORDER BY coalesce(x.likelihood * x.severity, 0) DESC, e.last_updated DESC, e.id LIMIT $2`,
    [ids, limit],
  );
}
