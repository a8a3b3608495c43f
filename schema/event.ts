import DataLoader from "dataloader";
import { childLoader } from "#foundation/db/children";
import { NotFoundError } from "#foundation/errors/index";
import { eventLineage, findEvents, type LineageStep, readFormerIds } from "#intelligence/events/event-lineage";
import type {
  AffectedDatapoint as AffectedDatapointShape,
  AlertTypeMatch as AlertTypeMatchShape,
  EventRecord,
  EventReference as EventReferenceShape,
  EventVector as EventVectorShape,
  ImpactedEntity as ImpactedEntityShape,
} from "#intelligence/events/read-events";
import { readEventReferences, readEventVectors } from "#intelligence/events/read-events";
import { builder } from "./builder.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
import { defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

/** What everything about events asks for: the scope, and the subscription of the events monitor. */
export const MAY_READ_EVENTS = {
  $all: { anyScope: ["impact:read"], subscription: "events-monitor" },
} as const satisfies { $all: { anyScope: ["impact:read"]; subscription: "events-monitor" } };

const SearchKeyword = builder.objectRef<EventRecord["searchKeywords"][number]>("EventSearchKeyword").implement({
  fields: (t) => ({ keyword: t.exposeString("keyword"), propertySource: t.exposeString("propertySource") }),
});

const RelevantEntity = builder.objectRef<EventRecord["relevantEntities"][number]>("RelevantEntity").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    entityType: t.exposeString("entityType"),
    propertySource: t.exposeString("propertySource"),
  }),
});

const Quantity = builder.objectRef<NonNullable<AffectedDatapointShape["quantity"]>>("DatapointQuantity").implement({
  fields: (t) => ({
    operator: t.exposeString("operator"),
    values: t.exposeFloatList("values"),
    unit: t.exposeString("unit"),
  }),
});

const AffectedDatapoint = builder.objectRef<AffectedDatapointShape>("AffectedDatapoint").implement({
  description: "A measure that the event moves.",
  fields: (t) => ({
    name: t.exposeString("name"),
    subject: t.exposeString("subject", { nullable: true }),
    direction: t.exposeString("direction", { description: "`up` or `down`." }),
    quantity: t.expose("quantity", { type: Quantity, nullable: true }),
  }),
});

const AlertTypeMatch = builder.objectRef<AlertTypeMatchShape>("AlertTypeMatch").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    mappedFrom: t.exposeString("mappedFrom"),
    method: t.exposeString("method"),
    similarity: t.exposeFloat("similarity"),
    rationale: t.exposeString("rationale"),
  }),
});

const ImpactedEntity = builder.objectRef<ImpactedEntityShape>("ImpactedEntity").implement({
  description: "Whom or what the event touches, and how much.",
  fields: (t) => ({
    name: t.exposeString("name"),
    entityType: t.exposeString("entityType"),
    mappedFrom: t.exposeString("mappedFrom"),
    likelihood: t.exposeFloat("likelihood", { description: "0–3." }),
    severity: t.exposeFloat("severity", { description: "0–3." }),
    rationale: t.exposeString("rationale"),
  }),
});

const VectorIndex = builder.objectRef<Omit<EventVectorShape, "eventId">>("EventVectorIndex").implement({
  description: "The vector of the event's text; empty where none was made.",
  fields: (t) => ({
    anchorText: t.exposeString("anchorText"),
    embeddings: t.exposeFloatList("embeddings"),
    embeddingsModelName: t.exposeString("embeddingsModelName"),
  }),
});

const EventReference = builder.objectRef<EventReferenceShape>("EventReference").implement({
  fields: (t) => ({ observationId: t.exposeInt("id"), title: t.exposeString("title"), url: t.exposeString("url") }),
});

const vectors = perRequest(
  ({ db }) =>
    new DataLoader<number, Omit<EventVectorShape, "eventId">>(async (ids) => {
      const byId = new Map((await readEventVectors(db, ids)).map((vector) => [vector.eventId, vector]));
      return ids.map((id) => byId.get(id) ?? { anchorText: "", embeddings: [], embeddingsModelName: "" });
    }),
);

const references = perRequest(
  ({ db }) =>
    new DataLoader<number, EventReferenceShape[]>(async (ids) => {
      const byEvent = new Map<number, EventReferenceShape[]>(ids.map((id) => [id, []]));
      for (const reference of await readEventReferences(db, ids)) byEvent.get(reference.eventId)?.push(reference);
      return ids.map((id) => byEvent.get(id) ?? []);
    }),
);

const formerIds = perRequest(
  ({ db }) =>
    new DataLoader<number, number[]>(async (ids) => {
      const byId = new Map((await readFormerIds(db, ids)).map((row) => [row.eventId, row.formerIds]));
      return ids.map((id) => byId.get(id) ?? []);
    }),
);
const lineageOfEvents = perRequest(({ db }) => childLoader<LineageStep, "newest">(db, eventLineage));

export const Event = builder.loadableNodeRef("Event", {
  id: { resolve: (event: EventRecord) => event.id, parse: (id) => Number(id) },
  load: async (ids: number[], { db }): Promise<(EventRecord | Error)[]> => {
    const byId = await findEvents(db, ids);
    return ids.map((id) => byId.get(id) ?? new NotFoundError(`event ${id}`));
  },
});

defineNode("Event", {
  authScopes: MAY_READ_EVENTS,
  keyOf: numberKey,
  find: (ids, { db }) => findEvents(db, ids),
});

const EventLineageKind = builder.enumType("EventLineageKind", {
  values: {
    MERGE: { value: "merge", description: "`from` went up into `to` and is no more." },
    SPLIT: { value: "split", description: "`to` came out of `from`, which goes on." },
  } as const,
});

const EventLineageStep = builder.objectRef<LineageStep>("EventLineageStep").implement({
  description: "What became of an event when observations were grouped again.",
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    kind: t.expose("kind", { type: EventLineageKind }),
    fromEventId: t.exposeInt("fromEventId"),
    toEventId: t.exposeInt("toEventId"),
    at: t.expose("at", { type: "DateTime" }),
  }),
});

const EventLineageConnection = defineConnection<LineageStep>("EventLineage", EventLineageStep, (row) => row);

Event.implement({
  description: "One occurrence in the world, told by one or more observations.",
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    eventId: t.exposeInt("id"),
    title: t.exposeString("title"),
    summary: t.exposeString("summary"),
    lastUpdated: t.expose("lastUpdated", { type: "DateTime", description: "When its content last changed here." }),
    publishedAt: t.expose("publishedAt", { type: "DateTime", description: "Its earliest article." }),
    recordedStart: t.expose("recordedStart", { type: "DateTime" }),
    searchKeywords: t.expose("searchKeywords", { type: [SearchKeyword] }),
    relevantEntities: t.expose("relevantEntities", { type: [RelevantEntity] }),
    affectedDatapoints: t.expose("affectedDatapoints", { type: [AffectedDatapoint] }),
    alertTypes: t.expose("alertTypes", { type: [AlertTypeMatch] }),
    impactedEntities: t.expose("impactedEntities", { type: [ImpactedEntity] }),
    articleCount: t.exposeInt("articleCount", { description: "Its observations, copies included." }),
    independentSources: t.exposeInt("independentSources", {
      description:
        "Publishers that wrote of it for themselves: copies of one text and articles of one publisher count once.",
    }),
    formerIds: t.field({
      type: ["Int"],
      description: "Numbers of events that went up into this one; they lead here.",
      resolve: ({ id }, _args, context) => formerIds(context).load(id),
    }),
    lineage: t.field({
      type: EventLineageConnection,
      description: "The merges and splits that it took part in, newest first.",
      args: { first: t.arg.int(), after: t.arg.string() },
      complexity: byPage,
      resolve: async ({ id }, args, context) => {
        const page = pageOf(args);
        const loader = lineageOfEvents(context);
        return { rows: await loader.page(id, page, "newest"), page, totalCount: () => loader.total(id) };
      },
    }),
    vectorIndex: t.field({ type: VectorIndex, resolve: ({ id }, _args, context) => vectors(context).load(id) }),
    references: t.field({
      type: [EventReference],
      description: "Where it was read: all of its observations, earliest first.",
      resolve: ({ id }, _args, context) => references(context).load(id),
    }),
  }),
});
