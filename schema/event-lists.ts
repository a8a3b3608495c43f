import { NotFoundError } from "#foundation/errors/index";
import {
  type EventConditions,
  type EventFilter,
  listConditions,
  monitorConditions,
  whereEvent,
} from "#intelligence/events/event-filter";
import { NEWEST_EVENTS } from "#intelligence/events/event-lists";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import type { CompanyEvidenceShape } from "./company-evidence.ts";
import { CompanyConnection, type ListedCompany } from "./company-search.ts";
import {
  byPage,
  cursorsOf,
  defineConnection,
  defineFilteredConnection,
  keysetPage,
  keysetTree,
  type PageArguments,
} from "./connection.ts";
import { Entity } from "./entity.ts";
import { Event, findSelected, MAY_READ_EVENTS } from "./event.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey, readGlobalId } from "./node.ts";
import { read } from "./read.ts";
import { filteredPage, queryOfNodes, relatedPage } from "./related-page.ts";

interface ListedEvent {
  event: typeof Event.$inferType;
}

const listed = (event: typeof Event.$inferType): ListedEvent => ({ event });

const EventConnection = defineFilteredConnection<ListedEvent>("Event", Event, ({ event }) => event);

export const EventFilterInput = builder.inputType("EventFilterInput", {
  description:
    "A filter of events. An event must meet all given conditions; in a list, one matching value is enough. Names are compared in full, ignoring case. Contradictory or invalid bounds fail with QUERY_VALIDATION_FAILED.",
  fields: (t) => ({
    lastUpdatedFrom: t.field({
      type: "DateTime",
      description:
        "The earliest `lastUpdated`, inclusive. By default no bound; in the query `events`, the start of yesterday (UTC).",
    }),
    lastUpdatedTo: t.field({
      type: "DateTime",
      description:
        "The latest `lastUpdated`, inclusive. By default no bound; in the query `events`, the end of today (UTC).",
    }),
    affectedDatapoints: t.stringList({ description: "Names of datapoints of the taxonomy, such as `Oil price`." }),
    alertTypes: t.stringList({ description: "Names of alert types of the taxonomy, such as `Wildfire`." }),
    impactedEntities: t.stringList({
      description: "Names of impacted entities. The same entity must also meet the bounds of likelihood and severity.",
    }),
    minLikelihood: t.float({
      description:
        "The minimum likelihood of an impacted entity, 0–3, inclusive; by default 0, in the query `events` 2.",
    }),
    maxLikelihood: t.float({
      description: "The maximum likelihood of an impacted entity, 0–3, inclusive; by default 3.",
    }),
    minSeverity: t.float({
      description: "The minimum severity of an impacted entity, 0–3, inclusive; by default 0, in the query `events` 2.",
    }),
    maxSeverity: t.float({ description: "The maximum severity of an impacted entity, 0–3, inclusive; by default 3." }),
  }),
});

/** Returns the conditions of a filter, and those for the unfiltered total: only the range of dates. */
const conditionsOf = ({ filter }: FilterArguments) => listConditions(filter ?? {});
const windowOf = ({ from, to }: EventConditions) => listConditions({ lastUpdatedFrom: from, lastUpdatedTo: to });

type FilterArguments = PageArguments & { filter?: EventFilter | null | undefined };

const onEvent = (conditions: EventConditions) => {
  const event = whereEvent(conditions);
  return event === undefined ? {} : { where: { event } };
};

/** The events of a row, over a table that ties it to them, last updated first. */
const tiedEvents = filteredPage<ListedEvent, FilterArguments>({
  relation: "events",
  query: (args) => ({
    ...onEvent(conditionsOf(args)),
    orderBy: [{ event: { lastUpdated: "desc" } }, { eventId: "desc" }],
  }),
  unfiltered: (args) => onEvent(windowOf(conditionsOf(args))).where,
  rows: { node: "event", columns: [] },
});

builder.prismaObjectFields(Company, (t) => ({
  events: t.field({
    type: EventConnection,
    description: "The events that affect the company, last updated first.",
    authScopes: MAY_READ_EVENTS,
    args: { filter: t.arg({ type: EventFilterInput }), first: t.arg.int(), after: t.arg.string() },
    ...tiedEvents,
  }),
}));

builder.prismaObjectFields(Entity, (t) => ({
  events: t.field({
    type: EventConnection,
    description: "The events that name the entity, last updated first.",
    args: { filter: t.arg({ type: EventFilterInput }), first: t.arg.int(), after: t.arg.string() },
    ...tiedEvents,
  }),
}));

const whereOf = (conditions: EventConditions) => {
  const where = whereEvent(conditions);
  return where === undefined ? {} : { where };
};

builder.prismaObjectFields(Market, (t) => ({
  events: t.field({
    type: EventConnection,
    description: "The events that affect the market's companies, last updated first.",
    authScopes: MAY_READ_EVENTS,
    args: { filter: t.arg({ type: EventFilterInput }), first: t.arg.int(), after: t.arg.string() },
    ...filteredPage<ListedEvent, FilterArguments>({
      relation: "events",
      query: (args) => ({ ...whereOf(conditionsOf(args)), orderBy: NEWEST_EVENTS }),
      unfiltered: (args) => whereEvent(windowOf(conditionsOf(args))),
      rowOf: listed,
    }),
  }),
}));

const Observation = builder.prismaNode("Observation", {
  description: "An article or another text that reports an event.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    observationId: t.exposeInt("id", { description: "The number of the observation. `id` is the global id." }),
    url: t.exposeString("url", { description: "The URL of the text." }),
    title: t.exposeString("title", { description: "The title of the text." }),
    text: t.exposeString("text", { description: "The body of the text; empty if only the title is known." }),
    publisher: t.exposeString("publisher", { description: "The name of the publisher; empty if it is unknown." }),
    publishedAt: t.expose("publishedAt", {
      description: "When the text was published. If only the month or the year is known, its first day.",
      type: "DateTime",
    }),
  }),
});

defineNode("Observation", {
  authScopes: MAY_READ_EVENTS,
  keyOf: numberKey,
  find: async (ids, context, query) =>
    byKey(await read(context).observation.findMany({ ...query, where: { id: { in: ids } } }), ({ id }) => id),
});

type ObservationRow = typeof Observation.$inferType;

const ObservationConnection = defineConnection<ObservationRow>("Observation", Observation, (row) => row);

/** How an event names a company, with the company. */
type NamedCompany = CompanyEvidenceShape & { company: typeof Company.$inferType };

builder.prismaObjectFields(Event, (t) => ({
  observations: t.field({
    type: ObservationConnection,
    description: "The texts that report the event, earliest first.",
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<ObservationRow>({
      relation: "observations",
      query: () => ({ orderBy: [{ publishedAt: "asc" }, { id: "asc" }] }),
    }),
  }),
  companies: t.field({
    type: CompanyConnection,
    description: "The companies of the directory that the event affects, in alphabetical order.",
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<ListedCompany>({
      relation: "companies",
      query: () => ({
        orderBy: [{ company: { name: { sort: "asc", compare: "folded" } } }, { companyId: "asc" }],
      }),
      rows: { node: "company", columns: ["articles", "method", "quote", "confidence", "effect"] },
      rowOf: ({ company, ...evidence }: NamedCompany) => ({ company, evidence }),
    }),
  }),
}));

/** Returns an event's number from its global id, or from the number itself; null for anything else. */
function eventNumber(id: string): number | null {
  const global = readGlobalId(id);
  return global?.typeName === "Event" ? numberKey(global.text) : numberKey(id);
}

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnection,
    description:
      "Events, last updated first. By default, only events that were updated yesterday or today (UTC) and that have an impacted entity with a likelihood and a severity of at least 2.",
    authScopes: MAY_READ_EVENTS,
    args: {
      filter: t.arg({ type: EventFilterInput }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async (_root, { filter, ...args }, context, info) => {
      const page = keysetPage(args, NEWEST_EVENTS);
      const conditions = monitorConditions(filter ?? {});
      const { event } = read(context);
      const rows = await event.findMany({
        ...queryOfNodes(context, info, "Event"),
        where: whereEvent(conditions) ?? {},
        orderBy: [...NEWEST_EVENTS],
        ...keysetTree(page, 1),
      });
      const count = (asked: EventConditions) => event.count({ where: whereEvent(asked) ?? {} });
      return {
        rows: rows.map(listed),
        cursors: cursorsOf(rows),
        page,
        totalCount: () => count(conditions),
        unfilteredTotalCount: () => count(windowOf(conditions)),
      };
    },
  }),
  event: t.prismaField({
    type: Event,
    nullable: true,
    description:
      "An event by its number or its global id. A merged event leads to the event that it was merged into. Fails with NOT_FOUND if there is no such event.",
    authScopes: MAY_READ_EVENTS,
    args: {
      id: t.arg.id({ description: "The number of the event (its `eventId`), or its global id.", required: true }),
    },
    resolve: async (query, _root, { id }, context) => {
      const number = eventNumber(String(id));
      const event = number === null ? undefined : (await findSelected([number], context, query as object)).get(number);
      if (event === undefined) throw new NotFoundError(`event ${String(id).slice(0, 50)}`);
      return event;
    },
  }),
}));
