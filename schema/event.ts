import type { z } from "zod";
import { childLoader } from "#foundation/db/children";
import { eventLineage, type LineageStep, readFormerIds, survivorsOf } from "#intelligence/events/event-lineage";
import { framesOfEvents } from "#intelligence/events/frames/stored-frames";
import {
  DatapointQuantity,
  type EventRecord,
  type EventVector as EventVectorShape,
  RelevantEntities,
  SearchKeywords,
} from "#intelligence/events/read-events";
import { builder } from "./builder.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { EventFrame } from "./event-frame.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { listsById, perRequest } from "./per-request.ts";
import { read } from "./read.ts";

/** The conditions for everything about events: the scope, and the subscription to the events monitor. */
export const MAY_READ_EVENTS = {
  $all: { anyScope: ["impact:read"], subscription: "events-monitor" },
} as const satisfies { $all: { anyScope: ["impact:read"]; subscription: "events-monitor" } };

const SearchKeyword = builder.objectRef<EventRecord["searchKeywords"][number]>("EventSearchKeyword").implement({
  description: "A word that an event is found by.",
  fields: (t) => ({
    keyword: t.exposeString("keyword", { description: "The word." }),
    propertySource: t.exposeString("propertySource", { description: "How it was found." }),
  }),
});

const RelevantEntity = builder.objectRef<EventRecord["relevantEntities"][number]>("RelevantEntity").implement({
  description: "A name in the articles of an event.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name." }),
    entityType: t.exposeString("entityType", { description: "What it is, such as `company`, `person` or `country`." }),
    propertySource: t.exposeString("propertySource", { description: "How it was found." }),
  }),
});

const Quantity = builder.objectRef<z.infer<typeof DatapointQuantity>>("DatapointQuantity").implement({
  description: "A figure that articles name.",
  fields: (t) => ({
    operator: t.exposeString("operator", { description: 'How the figure is meant, such as `>` for "more than".' }),
    values: t.exposeFloatList("values", { description: "One figure, or the ends of a range." }),
    unit: t.exposeString("unit", { description: "The unit." }),
  }),
});

const AffectedDatapoint = builder.prismaObject("EventDatapoint", {
  name: "AffectedDatapoint",
  description: "A quantity that the event changes, such as revenue or a price.",
  select: { eventId: true, position: true },
  fields: (t) => ({
    name: t.exposeString("name", { description: "The measure, from the taxonomy." }),
    subject: t.exposeString("subject", { description: "What is measured; null where it is not said.", nullable: true }),
    direction: t.exposeString("direction", { description: "`up` or `down`." }),
    quantity: t.field({
      description: "The figure that the articles name; null where they name none.",
      type: Quantity,
      nullable: true,
      select: { quantity: true },
      resolve: ({ quantity }) => (quantity === null ? null : DatapointQuantity.parse(quantity)),
    }),
  }),
});

const AlertTypeMatch = builder.prismaObject("EventAlertType", {
  description: "An alert type of an event, and what shows it.",
  name: "AlertTypeMatch",
  select: { eventId: true, position: true },
  fields: (t) => ({
    name: t.exposeString("name", { description: "The alert type, from the taxonomy." }),
    mappedFrom: t.exposeString("mappedFrom", {
      description:
        "The words of the text that indicate the type; the headline where the sentence model chose the type by meaning.",
    }),
    method: t.exposeString("method", {
      description:
        "`lexicon`: terms of the taxonomy; `meaning`: the sentence model; `llm`: a language model; `none`: no type was found.",
    }),
    similarity: t.exposeFloat("similarity", { description: "How well the type fits the event, 0–1." }),
    rationale: t.exposeString("rationale", { description: "Why the event has it, a sentence." }),
  }),
});

const ImpactedEntity = builder.prismaObject("EventImpactedEntity", {
  name: "ImpactedEntity",
  description: "A company, group or place that the event affects, and how much.",
  select: { eventId: true, position: true },
  fields: (t) => ({
    name: t.exposeString("name", { description: "Its name." }),
    entityType: t.exposeString("entityType", { description: "What it is, such as `company` or `country`." }),
    mappedFrom: t.exposeString("mappedFrom", { description: "The words of the articles that name it." }),
    likelihood: t.exposeFloat("likelihood", { description: "On a scale from 0 to 3." }),
    severity: t.exposeFloat("severity", { description: "On a scale from 0 to 3." }),
    rationale: t.exposeString("rationale", { description: "Why it is touched, a sentence." }),
  }),
});

const VectorIndex = builder.objectRef<Omit<EventVectorShape, "eventId">>("EventVectorIndex").implement({
  description: "The embedding of the event's text; empty where none was computed.",
  fields: (t) => ({
    anchorText: t.exposeString("anchorText", { description: "The text of which it is the vector." }),
    embeddings: t.exposeFloatList("embeddings", { description: "The vector." }),
    embeddingsModelName: t.exposeString("embeddingsModelName", { description: "The model that made it." }),
  }),
});

const EventReference = builder.prismaObject("Observation", {
  description: "An article that tells of an event.",
  variant: "EventReference",
  select: { id: true },
  fields: (t) => ({
    observationId: t.exposeInt("id", { description: "The number of the article." }),
    title: t.exposeString("title", { description: "Its title." }),
    url: t.exposeString("url", { description: "Its address." }),
  }),
});

const formerIds = listsById(
  async (db, ids) => new Map((await readFormerIds(db, ids)).map((row) => [row.eventId, row.formerIds])),
);
const framesOf = listsById(framesOfEvents);
const lineageOfEvents = perRequest(({ db }) => childLoader<LineageStep, "newest">(db, eventLineage));

const EventLineageKind = builder.enumType("EventLineageKind", {
  description: "What became of an event.",
  values: {
    MERGE: { value: "merge", description: "The event `from` was merged into `to` and no longer exists." },
    SPLIT: { value: "split", description: "The event `to` was split off from `from`, which remains." },
  } as const,
});

const EventLineageStep = builder.objectRef<LineageStep>("EventLineageStep").implement({
  description: "A merge or split of an event that happened when observations were grouped again.",
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    kind: t.expose("kind", { description: "What happened.", type: EventLineageKind }),
    fromEventId: t.exposeInt("fromEventId", { description: "The number of the event that it came from." }),
    toEventId: t.exposeInt("toEventId", { description: "The number of the event that it led to." }),
    at: t.expose("at", { description: "When it happened.", type: "DateTime" }),
  }),
});

const EventLineageConnection = defineConnection<LineageStep>("EventLineage", EventLineageStep, (row) => row);

/** The parts of an event are in the order in which they were found. */
const IN_ORDER = { orderBy: { position: "asc" } } as const;

export const Event = builder.prismaNode("Event", {
  description: "One occurrence in the world, reported by one or more observations.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    eventId: t.exposeInt("id"),
    title: t.exposeString("title", { description: "What happened, in a line." }),
    summary: t.exposeString("summary", { description: "What happened, in some sentences." }),
    lastUpdated: t.expose("lastUpdated", {
      type: "DateTime",
      description: "When its content last changed in this service.",
    }),
    publishedAt: t.expose("publishedAt", { type: "DateTime", description: "When its earliest article was published." }),
    recordedStart: t.expose("recordedStart", { description: "When it was first recorded here.", type: "DateTime" }),
    searchKeywords: t.field({
      description: "Words that it is found by.",
      type: [SearchKeyword],
      select: { searchKeywords: true },
      resolve: ({ searchKeywords }) => SearchKeywords.parse(searchKeywords),
    }),
    relevantEntities: t.field({
      description: "The names in its articles.",
      type: [RelevantEntity],
      select: { relevantEntities: true },
      resolve: ({ relevantEntities }) => RelevantEntities.parse(relevantEntities),
    }),
    affectedDatapoints: t.relation("datapoints", {
      description: "Measures that it moves.",
      type: AffectedDatapoint,
      query: IN_ORDER,
    }),
    alertTypes: t.relation("alertTypes", {
      description: "What kinds of events it is.",
      type: AlertTypeMatch,
      query: IN_ORDER,
    }),
    impactedEntities: t.relation("impactedEntities", {
      description: "Whom it touches, and how much.",
      type: ImpactedEntity,
      query: IN_ORDER,
    }),
    articleCount: t.relationCount("observations", { description: "The number of its observations, including copies." }),
    independentSources: t.exposeInt("independentSources", {
      description:
        "The number of independent publishers. Copies of one text and several articles of one publisher count once.",
    }),
    formerIds: t.field({
      type: ["Int"],
      description: "The numbers of events that were merged into this one. They still lead to it.",
      resolve: ({ id }, _args, context) => formerIds(context).load(id),
    }),
    lineage: t.field({
      type: EventLineageConnection,
      description: "The merges and splits of this event, newest first.",
      args: { first: t.arg.int(), after: t.arg.string() },
      complexity: byPage,
      resolve: async ({ id }, args, context) => {
        const page = pageOf(args);
        const loader = lineageOfEvents(context);
        return { rows: await loader.page(id, page, "newest"), page, totalCount: () => loader.total(id) };
      },
    }),
    frames: t.field({
      type: [EventFrame],
      description:
        "The facts of the event according to its articles: who did what to whom, for how much, when and where. One frame for each type.",
      complexity: { field: 5 },
      resolve: ({ id }, _args, context) => framesOf(context).load(id),
    }),
    vectorIndex: t.field({
      description: "The vector of its text.",
      type: VectorIndex,
      select: { anchorText: true, embeddings: true, embeddingsModel: true },
      resolve: ({ anchorText, embeddings, embeddingsModel }) => ({
        anchorText,
        embeddings,
        embeddingsModelName: embeddingsModel,
      }),
    }),
    references: t.relation("observations", {
      type: EventReference,
      description: "The title and address of each of its observations, earliest first.",
      query: { orderBy: [{ publishedAt: "asc" }, { id: "asc" }] },
    }),
  }),
});

/**
 * Returns the events of these ids. For a merged event it returns the one it merged into, whose `formerIds` has the id.
 */
export async function findSelected(ids: readonly number[], context: GraphContext, query: { select?: undefined }) {
  const select = (eventIds: readonly number[]) =>
    read(context).event.findMany({ ...query, where: { id: { in: [...eventIds] } } });
  const found = byKey(await select(ids), ({ id }) => id);
  const missing = ids.filter((id) => !found.has(id));
  const survivors = missing.length === 0 ? [] : await survivorsOf(context.db, missing);
  if (survivors.length === 0) return found;
  const unknown = survivors.map(({ eventId }) => eventId).filter((id) => !found.has(id));
  const others = byKey(unknown.length === 0 ? [] : await select(unknown), ({ id }) => id);
  for (const { askedId, eventId } of survivors) {
    const event = found.get(eventId) ?? others.get(eventId);
    if (event !== undefined) found.set(askedId, event);
  }
  return found;
}

defineNode("Event", { authScopes: MAY_READ_EVENTS, keyOf: numberKey, find: findSelected });
