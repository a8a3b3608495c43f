import type { Queries } from "#foundation/db/database";
import { toJson } from "../to-json.ts";
import type { EventEntity, NamedKind } from "./event-entities.ts";

/**
 * Adds entities that are new. The order keeps transactions that add the same ones from waiting for one another in a
 * circle. A company that has left the directory meanwhile is left out.
 */
const ADD = `
  INSERT INTO entities (key, name, entity_type, company_id)
  SELECT x.key, x.name, x."entityType", c.id
  FROM jsonb_to_recordset($1::jsonb) AS x(key text, name text, "entityType" text, "companyId" int)
  LEFT JOIN companies c ON c.id = x."companyId"
  ORDER BY x.key
  ON CONFLICT (key) DO NOTHING`;

/** Corrects the kind of known entities, and the name of a company that the directory has renamed. */
const CORRECT = `
  WITH told AS (
    SELECT n.id, x.name, x."entityType" FROM jsonb_to_recordset($1::jsonb) AS x(key text, name text, "entityType" text, "companyId" int)
    JOIN entities n ON n.key = x.key
    WHERE x."entityType" <> 'name' AND (n.entity_type <> x."entityType" OR (x."companyId" IS NOT NULL AND n.name <> x.name))
    ORDER BY n.key FOR UPDATE OF n)
  UPDATE entities n SET name = told.name, entity_type = told."entityType" FROM told WHERE n.id = told.id`;

/**
 * Stores the entities of events that are about to be written. The kind and the name are those of the last event that
 * tells the kind.
 */
export async function storeEntities(db: Queries, entities: readonly EventEntity[]): Promise<void> {
  const byKey = new Map<string, EventEntity>();
  for (const entity of entities)
    if (entity.entityType !== "name" || !byKey.has(entity.key)) byKey.set(entity.key, entity);
  if (byKey.size === 0) return;
  const records = [toJson([...byKey.values()])];
  await db.query(ADD, records);
  await db.query(CORRECT, records);
}

/** An entity of an event, by the name and the kind that this event has for it. */
export interface EntityOfEvent extends NamedKind {
  entityId: number;
}

/** Reads the entities of these events. One statement. */
export async function entitiesOfEvents(db: Queries, ids: readonly number[]): Promise<Map<number, EntityOfEvent[]>> {
  const rows = await db.query<EntityOfEvent & { eventId: number }>(
    `SELECT event_id AS "eventId", entity_id AS "entityId", name, entity_type AS "entityType"
     FROM event_entities WHERE event_id = ANY($1::int[])`,
    [ids],
  );
  return Map.groupBy(rows, ({ eventId }) => eventId);
}
