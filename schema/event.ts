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
import { byPage, childPage, defineConnection } from "./connection.ts";
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
  description: "A keyword of an event.",
  fields: (t) => ({
    keyword: t.exposeString("keyword", { description: "The keyword." }),
    propertySource: t.exposeString("propertySource", {
      description:
        "The origin of the keyword; at present always `inferred`, which means that it was read from the articles.",
    }),
  }),
});

/** A relevant entity, with the number of its event. */
type RelevantEntityShape = EventRecord["relevantEntities"][number] & { eventId: number };

export const RelevantEntity = builder.objectRef<RelevantEntityShape>("RelevantEntity").implement({
  description: "A name that occurs in the articles of an event.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name of the entity." }),
    entityType: t.exposeString("entityType", {
      description:
        "The kind of the entity: `company`, `person`, `organisation`, `product` (a thing, service or work), `country`, `region` (a state or province), `city`, `category` (an industry), `group` (of people), or `name` if it is unknown. A taxonomy of your own may define others.",
    }),
    propertySource: t.exposeString("propertySource", {
      description:
        "The origin of the name; at present always `inferred`, which means that it was read from the articles.",
    }),
  }),
});

const Quantity = builder.objectRef<z.infer<typeof DatapointQuantity>>("DatapointQuantity").implement({
  description: "A quantity that the articles of an event state.",
  fields: (t) => ({
    operator: t.exposeString("operator", {
      description: "How the values are meant: `=`, `~` (about), `>`, `>=`, `<`, `<=`, or `between` for a range.",
    }),
    values: t.exposeFloatList("values", { description: "One value, or the two ends of a range, in `unit`." }),
    unit: t.exposeString("unit", {
      description:
        "The unit, such as `%`, `percentage points`, an ISO 4217 currency code (for whole units of money), or the counted thing.",
    }),
  }),
});

const AffectedDatapoint = builder.prismaObject("EventDatapoint", {
  name: "AffectedDatapoint",
  description: "A measure that an event changes, such as sales or a price.",
  select: { eventId: true, position: true },
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name of the measure in the taxonomy." }),
    subject: t.exposeString("subject", {
      description: "Whose measure it is, such as a company or a country; null if the articles do not say it.",
      nullable: true,
    }),
    direction: t.exposeString("direction", { description: "The direction of the change: `up` or `down`." }),
    quantity: t.field({
      description: "The quantity that the articles state; null if they state none.",
      type: Quantity,
      nullable: true,
      select: { quantity: true },
      resolve: ({ quantity }) => (quantity === null ? null : DatapointQuantity.parse(quantity)),
    }),
  }),
});

const AlertTypeMatch = builder.prismaObject("EventAlertType", {
  description: "An alert type of an event, with the words that indicate it.",
  name: "AlertTypeMatch",
  select: { eventId: true, position: true },
  fields: (t) => ({
    name: t.exposeString("name", {
      description: "The name of the alert type in the taxonomy, or `Unclassified` if the event has none.",
    }),
    mappedFrom: t.exposeString("mappedFrom", {
      description:
        "The words of the text that indicate the type, or the headline if the network that reads news chose the type by its meaning.",
    }),
    method: t.exposeString("method", {
      description:
        "How the type was found: `lexicon`, by the terms of the taxonomy; `meaning`, by the network that reads news; `llm`, by a language model; `none` for `Unclassified`.",
    }),
    similarity: t.exposeFloat("similarity", { description: "How well the type fits the event, 0–1." }),
    rationale: t.exposeString("rationale", { description: "The reason for the alert type, in one sentence." }),
  }),
});

export const ImpactedEntity = builder.prismaObject("EventImpactedEntity", {
  name: "ImpactedEntity",
  description: "A company, group or place that the event affects, and how much.",
  select: { eventId: true, position: true },
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name of the entity." }),
    entityType: t.exposeString("entityType", {
      description: "The kind of the entity, with the same values as `RelevantEntity.entityType`.",
    }),
    mappedFrom: t.exposeString("mappedFrom", {
      description: "The words of the articles that name the entity, or that indicate it.",
    }),
    likelihood: t.exposeFloat("likelihood", {
      description:
        "How certain it is that the event has happened or will happen, 0–3. Denials and rumours score low, confirmed facts high.",
    }),
    severity: t.exposeFloat("severity", { description: "How strongly the event affects the entity, 0–3." }),
    rationale: t.exposeString("rationale", {
      description: "The reason for the scores, with the words of the articles.",
    }),
  }),
});

const VectorIndex = builder.objectRef<Omit<EventVectorShape, "eventId">>("EventVectorIndex").implement({
  description: "The embedding of the event's text. Its fields are empty if none was computed.",
  fields: (t) => ({
    anchorText: t.exposeString("anchorText", {
      description: "The text that was embedded: the title, the summary and the keywords.",
    }),
    embeddings: t.exposeFloatList("embeddings", { description: "The vector of the text." }),
    embeddingsModelName: t.exposeString("embeddingsModelName", {
      description: "The name of the embedding model. Compare only vectors of the same model.",
    }),
  }),
});

const EventReference = builder.prismaObject("Observation", {
  description: "An article that reports an event, in short form.",
  variant: "EventReference",
  select: { id: true },
  fields: (t) => ({
    observationId: t.exposeInt("id", { description: "The number of the observation." }),
    title: t.exposeString("title", { description: "The title of the article." }),
    url: t.exposeString("url", { description: "The URL of the article." }),
  }),
});

const formerIds = listsById(
  async (db, ids) => new Map((await readFormerIds(db, ids)).map((row) => [row.eventId, row.formerIds])),
);
const framesOf = listsById(framesOfEvents);
const lineageOfEvents = perRequest(({ db }) => childLoader<LineageStep>(db, eventLineage));

const EventLineageKind = builder.enumType("EventLineageKind", {
  description: "The kind of a change of an event's identity.",
  values: {
    MERGE: { value: "merge", description: "The event `from` was merged into `to` and no longer exists." },
    SPLIT: { value: "split", description: "The event `to` was split off from `from`, which remains." },
  } as const,
});

const EventLineageStep = builder.objectRef<LineageStep>("EventLineageStep").implement({
  description:
    "A merge or a split of an event. It happens when observations are grouped again, for example after new articles have arrived.",
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    kind: t.expose("kind", { description: "Whether the event was merged or split.", type: EventLineageKind }),
    fromEventId: t.exposeInt("fromEventId", {
      description: "The number of the event `from`: the one that was merged away, or that was split.",
    }),
    toEventId: t.exposeInt("toEventId", {
      description: "The number of the event `to`: the one that remains after a merge, or that was split off.",
    }),
    at: t.expose("at", { description: "When the events were merged or split.", type: "DateTime" }),
  }),
});

const EventLineageConnection = defineConnection<LineageStep>("EventLineage", EventLineageStep, (row) => row);

/** The parts of an event are in the order in which they were found. */
const IN_ORDER = { orderBy: { position: "asc" } } as const;

export const Event = builder.prismaNode("Event", {
  description: "One occurrence in the world, which one or more articles (observations) report.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    eventId: t.exposeInt("id", {
      description: "The number of the event, by which other operations refer to it. `id` is the global id.",
    }),
    title: t.exposeString("title", { description: "The title of the event, which is one line." }),
    summary: t.exposeString("summary", { description: "A summary of the event in a few sentences." }),
    lastUpdated: t.expose("lastUpdated", {
      type: "DateTime",
      description: "When the content of the event last changed in this service, for example because of a new article.",
    }),
    publishedAt: t.expose("publishedAt", {
      type: "DateTime",
      description: "When the earliest article of the event was published.",
    }),
    recordedStart: t.expose("recordedStart", {
      description: "When the event was first recorded in this service.",
      type: "DateTime",
    }),
    searchKeywords: t.field({
      description: "Keywords of the event: its names, then the words that most sources use.",
      type: [SearchKeyword],
      select: { searchKeywords: true },
      resolve: ({ searchKeywords }) => SearchKeywords.parse(searchKeywords),
    }),
    relevantEntities: t.field({
      description: "The names that occur in enough of the event's articles, and its industries.",
      type: [RelevantEntity],
      select: { relevantEntities: true },
      resolve: ({ id, relevantEntities }) =>
        RelevantEntities.parse(relevantEntities).map((entity) => ({ ...entity, eventId: id })),
    }),
    affectedDatapoints: t.relation("datapoints", {
      description: "Measures that the event changes, such as prices or sales.",
      type: AffectedDatapoint,
      query: IN_ORDER,
    }),
    alertTypes: t.relation("alertTypes", {
      description: "The alert types of the event, with the words that indicate them.",
      type: AlertTypeMatch,
      query: IN_ORDER,
    }),
    impactedEntities: t.relation("impactedEntities", {
      description: "The companies, people, places and groups that the event affects, with likelihood and severity.",
      type: ImpactedEntity,
      query: IN_ORDER,
    }),
    articleCount: t.relationCount("observations", {
      description: "The number of articles of the event, including copies.",
    }),
    independentSources: t.exposeInt("independentSources", {
      description:
        "The number of independent publishers that report the event. Copies of one text, and several articles of one publisher, count once.",
    }),
    formerIds: t.field({
      type: ["Int"],
      description: "The numbers of events that were merged into this event. They still lead to it.",
      resolve: ({ id }, _args, context) => formerIds(context).load(id),
    }),
    lineage: t.field({
      type: EventLineageConnection,
      description: "The merges and splits of this event, newest first.",
      args: { first: t.arg.int(), after: t.arg.string() },
      complexity: byPage,
      resolve: ({ id }, args, context) => childPage(lineageOfEvents(context), id, args),
    }),
    frames: t.field({
      type: [EventFrame],
      description:
        "The facts of the event according to its articles: who did what to whom, for how much, when and where. There is one frame for each kind of event.",
      complexity: { field: 5 },
      resolve: ({ id }, _args, context) => framesOf(context).load(id),
    }),
    vectorIndex: t.field({
      description: "The embedding of the event's text, for similarity searches of your own.",
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
      description:
        "The title and URL of each article of the event, earliest first. `observations` is the same list in pages.",
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
