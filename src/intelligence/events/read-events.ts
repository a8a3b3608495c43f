import { z } from "zod";
import type { Queries } from "#foundation/db/database";

/** The parts of an event that are stored as JSON. */
export const SearchKeywords = z.array(z.object({ keyword: z.string(), propertySource: z.string() }));
export const RelevantEntities = z.array(
  z.object({ name: z.string(), entityType: z.string(), propertySource: z.string() }),
);
export const DatapointQuantity = z.object({ operator: z.string(), values: z.array(z.number()), unit: z.string() });

export interface AffectedDatapoint {
  name: string;
  subject: string | null;
  direction: string;
  quantity: z.infer<typeof DatapointQuantity> | null;
}

export interface AlertTypeMatch {
  name: string;
  mappedFrom: string;
  method: string;
  similarity: number;
  rationale: string;
}

export interface ImpactedEntity {
  name: string;
  entityType: string;
  mappedFrom: string;
  likelihood: number;
  severity: number;
  rationale: string;
}

export interface EventRecord {
  id: number;
  title: string;
  summary: string;
  lastUpdated: Date;
  publishedAt: Date;
  recordedStart: Date;
  searchKeywords: z.infer<typeof SearchKeywords>;
  relevantEntities: z.infer<typeof RelevantEntities>;
  affectedDatapoints: AffectedDatapoint[];
  alertTypes: AlertTypeMatch[];
  impactedEntities: ImpactedEntity[];
  /** Number of its observations. */
  articleCount: number;
  /** Number of publishers that reported it independently. */
  independentSources: number;
}

/** Returns the SQL for the rows of an event's part as one JSON list, in order. */
const listOf = (table: string, fields: Record<string, string>) =>
  `(SELECT coalesce(json_agg(json_build_object(${Object.entries(fields)
    .map(([name, column]) => `'${name}', x.${column}`)
    .join(", ")}) ORDER BY x.position), '[]') FROM ${table} x WHERE x.event_id = e.id)`;

const RECORD = `e.id, e.title, e.summary, e.last_updated AS "lastUpdated", e.published_at AS "publishedAt",
  e.recorded_start AS "recordedStart", e.search_keywords AS "searchKeywords", e.relevant_entities AS "relevantEntities",
  ${listOf("event_datapoints", { name: "name", subject: "subject", direction: "direction", quantity: "quantity" })} AS "affectedDatapoints",
  ${listOf("event_alert_types", {
    name: "name",
    mappedFrom: "mapped_from",
    method: "method",
    similarity: "similarity",
    rationale: "rationale",
  })} AS "alertTypes",
  ${listOf("event_impacted_entities", {
    name: "name",
    entityType: "entity_type",
    mappedFrom: "mapped_from",
    likelihood: "likelihood",
    severity: "severity",
    rationale: "rationale",
  })} AS "impactedEntities",
  (SELECT count(*)::int FROM observations o WHERE o.event_id = e.id) AS "articleCount",
  e.independent_sources AS "independentSources"`;

/** Reads these events with all their parts, in no particular order. One statement. */
export async function readEvents(db: Queries, ids: readonly number[]): Promise<EventRecord[]> {
  return db.query<EventRecord>(`SELECT ${RECORD} FROM events e WHERE e.id = ANY($1)`, [ids]);
}

/** The vector of an event's text, with that text and the model. */
export interface EventVector {
  eventId: number;
  anchorText: string;
  embeddings: number[];
  embeddingsModelName: string;
}

export interface EventReference {
  eventId: number;
  id: number;
  title: string;
  url: string;
}

/** Reads the articles of each of these events, earliest first. One statement. */
export async function readEventReferences(db: Queries, ids: readonly number[]): Promise<EventReference[]> {
  return db.query<EventReference>(
    `SELECT event_id AS "eventId", id, title, url FROM observations WHERE event_id = ANY($1)
     ORDER BY event_id, published_at, id`,
    [ids],
  );
}

/** An article of an event, with the time of its retrieval. */
export interface EventArticle {
  eventId: number;
  id: number;
  title: string;
  url: string;
  publisher: string;
  retrievedAt: Date;
}

/** Reads the articles of each event that were retrieved last, newest first, at most `most` of each. One statement. */
export async function newestArticles(db: Queries, ids: readonly number[], most: number): Promise<EventArticle[]> {
  return db.query<EventArticle>(
    `SELECT e.id AS "eventId", o.id, o.title, o.url, o.publisher, o.retrieved_at AS "retrievedAt"
     FROM unnest($1::int[]) AS e(id), LATERAL (
       SELECT * FROM observations o WHERE o.event_id = e.id ORDER BY o.retrieved_at DESC, o.id DESC LIMIT $2) o
     ORDER BY e.id, o.retrieved_at DESC, o.id DESC`,
    [ids, most],
  );
}

/** Returns a digest of the article ids of each event. One statement. */
export async function articleDigests(db: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ eventId: number; digest: string }>(
    `SELECT event_id AS "eventId", md5(string_agg(id::text, ',' ORDER BY id)) AS digest
     FROM observations WHERE event_id = ANY($1) GROUP BY event_id`,
    [ids],
  );
  return new Map(rows.map(({ eventId, digest }) => [eventId, digest]));
}
