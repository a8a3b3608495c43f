import type { Queries } from "#foundation/db/database";

/** The search expression over events. It must equal the expression of their index. */
export const EVENT_TEXTS = {
  table: "events",
  text: `left("title" || ' ' || "summary", 2000)`,
  companies: "ARRAY(SELECT company_id FROM event_companies WHERE event_id = x.id)",
} as const;

/** Selected events, or all events that touch some companies. */
export type EventSelection = { events: readonly number[] } | { companies: readonly number[] };

const selected = (selection: EventSelection) =>
  "events" in selection
    ? { condition: "e.id = ANY($1::int[])", ids: selection.events }
    : {
        condition: "e.id IN (SELECT event_id FROM event_companies WHERE company_id = ANY($1::int[]))",
        ids: selection.companies,
      };

/** An event, with its most affected entity and the article of its title. */
export interface WeighedEvent {
  id: number;
  title: string;
  summary: string;
  publishedAt: Date;
  lastUpdated: Date;
  /** Number of independent sources. */
  sources: number;
  alerts: string[];
  /** Name of the entity with the highest product of likelihood and severity; a company first of equals, a group or a trade last. */
  entity: string | null;
  likelihood: number | null;
  severity: number | null;
  /** Address of the article that the title comes from, or of the earliest one where that is gone. */
  url: string | null;
  articleTitle: string | null;
  publisher: string | null;
  articleAt: Date | null;
  retrievedAt: Date | null;
  /** Number of selected events, regardless of the limit. */
  total: number;
}

/**
 * Reads the weightiest events, at most `limit`. The weight is likelihood times severity, the usual measure of a risk,
 * both 0–3.
 */
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
       ORDER BY entity_type IN ('group', 'category'), likelihood * severity DESC, entity_type <> 'company', position LIMIT 1) x ON true
     LEFT JOIN LATERAL (SELECT url, title, publisher, published_at, retrieved_at FROM observations WHERE event_id = e.id
       ORDER BY title <> e.title, published_at, id LIMIT 1) o ON true
     WHERE ${condition}
     ORDER BY coalesce(x.likelihood * x.severity, 0) DESC, e.last_updated DESC, e.id LIMIT $2`,
    [ids, limit],
  );
}
