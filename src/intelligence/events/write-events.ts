import { createHash } from "node:crypto";
import type { Queries } from "#foundation/db/database";
import type { EventContent } from "./content/content.ts";
import type { EventEntity } from "./entities/event-entities.ts";
import { storeEntities } from "./entities/stored-entities.ts";
import { toJson } from "./to-json.ts";
import type { TouchedCompany } from "./touched-companies.ts";

/** The content of an event, with its sources. */
export interface ComposedEvent extends Omit<EventContent, "articleCount" | "companyEffects"> {
  /** Time of its earliest article. */
  publishedAt: Date;
  embeddings: readonly number[];
  embeddingsModel: string;
  companies: readonly TouchedCompany[];
  /** Its relevant and impacted entities, as events share them. */
  entities: readonly EventEntity[];
  /** Addresses and titles of its observations, ordered by address. */
  references: readonly { url: string; title: string }[];
}

/** An event to write, with its id. */
export interface EventToWrite {
  id: number;
  event: ComposedEvent;
}

/** Events per statement: a few megabytes of JSON at most. */
const BATCH = 200;

/** Hashes the content of an event, independently of the ids of the event and its observations. */
export function contentHash(event: ComposedEvent): string {
  const { companies, references, publishedAt, embeddings, ...said } = event;
  const fields = Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = [fields, companies, references.map(({ url, title }) => [url, title]), publishedAt, embeddings];
  return createHash("sha256").update(toJson(content)).digest("hex");
}

/** Reserves ids for new events, in order. */
export async function newEventIds(db: Queries, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await db.query<{ id: number }>(
    "SELECT nextval(pg_get_serial_sequence('events', 'id'))::int AS id FROM generate_series(1, $1)",
    [count],
  );
  return rows.map(({ id }) => id);
}

const UPSERT = `
  INSERT INTO events AS known (id, title, summary, published_at, anchor_text, embeddings, embeddings_model, search_keywords,
    relevant_entities, independent_sources, content_hash)
  SELECT id, title, summary, "publishedAt", "anchorText", embeddings, "embeddingsModel", "searchKeywords", "relevantEntities",
    "independentSources", "contentHash"
  FROM jsonb_to_recordset($1::jsonb) AS e(id int, title text, summary text, "publishedAt" timestamptz, "anchorText" text,
    embeddings float8[], "embeddingsModel" text, "searchKeywords" jsonb, "relevantEntities" jsonb, "independentSources" int,
    "contentHash" text)
  ON CONFLICT (id) DO UPDATE SET title = excluded.title, summary = excluded.summary, published_at = excluded.published_at,
    anchor_text = excluded.anchor_text, embeddings = excluded.embeddings, embeddings_model = excluded.embeddings_model,
    search_keywords = excluded.search_keywords, relevant_entities = excluded.relevant_entities,
    independent_sources = excluded.independent_sources, content_hash = excluded.content_hash, last_updated = now()
  WHERE known.content_hash <> excluded.content_hash
  RETURNING id`;

/** The tables of an event's parts. Each part is a list in the event's JSON, under `field`. */
const PARTS = [
  {
    table: "event_datapoints",
    field: "affectedDatapoints",
    columns: "event_id, position, name, subject, direction, quantity",
    values: `"eventId", position, name, subject, direction, nullif(quantity, 'null')`,
    record: `"eventId" int, position int, name text, subject text, direction text, quantity jsonb)`,
  },
  {
    table: "event_alert_types",
    field: "alertTypes",
    columns: "event_id, position, name, mapped_from, method, similarity, rationale",
    values: `"eventId", position, name, "mappedFrom", method, similarity, rationale`,
    record: `"eventId" int, position int, name text, "mappedFrom" text, method text, similarity float8, rationale text)`,
  },
  {
    table: "event_impacted_entities",
    field: "impactedEntities",
    columns: "event_id, position, name, entity_type, mapped_from, likelihood, severity, rationale",
    values: `"eventId", position, name, "entityType", "mappedFrom", likelihood, severity, rationale`,
    record: `"eventId" int, position int, name text, "entityType" text, "mappedFrom" text, likelihood float8, severity float8,
      rationale text)`,
  },
  {
    table: "event_companies",
    field: "companies",
    columns: "event_id, company_id, articles, method, quote, confidence, effect",
    values: `"eventId", "companyId", articles, method, quote, confidence, effect`,
    // Leaves out a company that has left the directory meanwhile.
    record: `"eventId" int, "companyId" int, articles int, method text, quote text, confidence float8, effect float8)
      JOIN companies ON companies.id = x."companyId"`,
  },
  {
    table: "event_entities",
    field: "entities",
    columns: "event_id, entity_id, name, entity_type",
    values: `"eventId", n.id, x.name, x."entityType"`,
    record: `"eventId" int, key text, name text, "entityType" text) JOIN entities n ON n.key = x.key`,
  },
] as const;

/**
 * Writes events with new or changed content, within the caller's transaction. `lastUpdated` changes only for these.
 * @returns the ids of the written events
 */
export async function writeEvents(db: Queries, events: readonly EventToWrite[]): Promise<number[]> {
  // All at once, because each transaction has to take them in one order.
  await storeEntities(
    db,
    events.flatMap(({ event }) => event.entities),
  );
  const written: number[] = [];
  for (let from = 0; from < events.length; from += BATCH)
    written.push(...(await writeBatch(db, events.slice(from, from + BATCH))));
  return written;
}

async function writeBatch(db: Queries, batch: readonly EventToWrite[]): Promise<number[]> {
  const records = batch.map(({ id, event }) => {
    const { references, companies, entities, affectedDatapoints, alertTypes, impactedEntities, ...own } = event;
    return { id, ...own, contentHash: contentHash(event) };
  });
  const rows = await db.query<{ id: number }>(UPSERT, [toJson(records)]);
  const written = new Set(rows.map(({ id }) => id));
  const ids = [...written];
  const changed = batch.filter(({ id }) => written.has(id));
  for (const { table, field, columns, values, record } of PARTS) {
    await db.query(`DELETE FROM ${table} WHERE event_id = ANY($1)`, [ids]);
    const parts = changed.flatMap(({ id, event }) =>
      event[field].map((part, position) => ({ ...part, eventId: id, position })),
    );
    if (parts.length > 0)
      await db.query(
        `INSERT INTO ${table} (${columns}) SELECT ${values} FROM jsonb_to_recordset($1::jsonb) AS x(${record}`,
        [toJson(parts)],
      );
  }
  return ids;
}
