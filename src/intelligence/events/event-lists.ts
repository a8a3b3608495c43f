import type { ChildList, ChildPage } from "#foundation/db/children";
import type { Database } from "#foundation/db/database";
import { isOneOfSql } from "#foundation/db/text-search";
import type { EventConditions } from "./event-filter.ts";

/** An event in a list: its record is read by its id. */
export interface ListedEvent {
  eventId: number;
}

const inWindow = (first: number) =>
  `($${first}::timestamptz IS NULL OR e.last_updated >= $${first}) AND ($${first + 1}::timestamptz IS NULL OR e.last_updated <= $${first + 1})`;

/** Conditions on `e`, over parameters from `first` on in the order of `conditionValues`. */
function conditionsSql(first: number): string {
  const [datapoints, alerts, entities, minLikelihood] = [first + 2, first + 3, first + 4, first + 5];
  // One and the same impacted entity has to meet the bounds and, where names are given, be one of them.
  return `${inWindow(first)}
    AND ($${datapoints}::text[] IS NULL OR EXISTS (
      SELECT FROM event_datapoints d WHERE d.event_id = e.id AND ${isOneOfSql("d.name", datapoints)}))
    AND ($${alerts}::text[] IS NULL OR EXISTS (
      SELECT FROM event_alert_types a WHERE a.event_id = e.id AND ${isOneOfSql("a.name", alerts)}))
    AND (($${entities}::text[] IS NULL AND $${minLikelihood}::float8 IS NULL) OR EXISTS (
      SELECT FROM event_impacted_entities x WHERE x.event_id = e.id
        AND ($${entities}::text[] IS NULL OR ${isOneOfSql("x.name", entities)})
        AND ($${minLikelihood}::float8 IS NULL OR (
          x.likelihood BETWEEN $${minLikelihood} AND $${minLikelihood + 1}::float8
          AND x.severity BETWEEN $${minLikelihood + 2}::float8 AND $${minLikelihood + 3}::float8))))`;
}

const conditionValues = ({ from, to, affectedDatapoints, alertTypes, impactedEntities, scores }: EventConditions) => [
  from,
  to,
  affectedDatapoints,
  alertTypes,
  impactedEntities,
  scores?.minLikelihood ?? null,
  scores?.maxLikelihood ?? null,
  scores?.minSeverity ?? null,
  scores?.maxSeverity ?? null,
];

const NEWEST = "ORDER BY e.last_updated DESC, e.id DESC";

/** Events that meet the conditions, newest first: a page and one row beyond it. */
export async function pageOfEvents(
  db: Pick<Database, "query">,
  conditions: EventConditions,
  { limit, offset }: ChildPage,
): Promise<ListedEvent[]> {
  return db.query<ListedEvent>(
    `SELECT e.id AS "eventId" FROM events e WHERE ${conditionsSql(1)} ${NEWEST} LIMIT $10 OFFSET $11`,
    [...conditionValues(conditions), limit + 1, offset],
  );
}

export async function countEvents(db: Pick<Database, "query">, conditions: EventConditions): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM events e WHERE ${conditionsSql(1)}`,
    conditionValues(conditions),
  );
  return row?.total ?? 0;
}

/** The events in the range of dates, whatever the other conditions. */
export async function countEventsInWindow(
  db: Pick<Database, "query">,
  { from, to }: Pick<EventConditions, "from" | "to">,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(`SELECT count(*)::int AS total FROM events e WHERE ${inWindow(1)}`, [
    from,
    to,
  ]);
  return row?.total ?? 0;
}

const listUnder = (ofParent: string, conditions: EventConditions): ChildList<"newest"> => ({
  select: {
    newest: `SELECT e.id AS "eventId" FROM events e WHERE e.id IN (${ofParent}) AND ${conditionsSql(2)} ${NEWEST}`,
  },
  count: `SELECT count(*) FROM events e WHERE e.id IN (${ofParent}) AND ${conditionsSql(2)}`,
  values: conditionValues(conditions),
});

/** The events that touch a company. */
export const companyEvents = (conditions: EventConditions) =>
  listUnder("SELECT ec.event_id FROM event_companies ec WHERE ec.company_id = p.id", conditions);

/** The events that touch a market's companies, each once. */
export const marketEvents = (conditions: EventConditions) =>
  listUnder(
    `SELECT ec.event_id FROM market_companies mc JOIN event_companies ec ON ec.company_id = mc.company_id
     WHERE mc.market_id = p.id`,
    conditions,
  );

/** An article or another record of what happened. */
export interface ObservationRow {
  id: number;
  url: string;
  title: string;
  text: string;
  publisher: string;
  publishedAt: Date;
}

const OBSERVATION_COLUMNS = `o.id, o.url, o.title, o.text, o.publisher, o.published_at AS "publishedAt"`;

/** The observations of these ids. One statement. */
export async function readObservations(db: Pick<Database, "query">, ids: readonly number[]): Promise<ObservationRow[]> {
  return db.query<ObservationRow>(`SELECT ${OBSERVATION_COLUMNS} FROM observations o WHERE o.id = ANY($1)`, [ids]);
}

/** The observations of an event, earliest first. */
export const eventObservations: ChildList<"earliest"> = {
  select: {
    earliest: `SELECT ${OBSERVATION_COLUMNS}
      FROM observations o WHERE o.event_id = p.id ORDER BY o.published_at, o.id`,
  },
  count: "SELECT count(*) FROM observations o WHERE o.event_id = p.id",
};

/** The companies that an event touches, by name. */
export const eventCompanies: ChildList<"name"> = {
  select: {
    name: `SELECT ec.company_id AS "companyId", json_build_object('articles', ec.articles, 'method', ec.method, 'quote', ec.quote,
        'confidence', ec.confidence) AS evidence
      FROM event_companies ec JOIN companies c ON c.id = ec.company_id
      WHERE ec.event_id = p.id ORDER BY lower(c.name), c.id`,
  },
  count: "SELECT count(*) FROM event_companies ec WHERE ec.event_id = p.id",
};
