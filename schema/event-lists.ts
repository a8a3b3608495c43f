import { childLoader } from "#foundation/db/children";
import { NotFoundError } from "#foundation/errors/index";
import {
  type EventConditions,
  type EventFilter,
  listConditions,
  monitorConditions,
} from "#intelligence/events/event-filter";
import { findEvents } from "#intelligence/events/event-lineage";
import {
  companyEvents,
  countEvents,
  countEventsInWindow,
  eventCompanies,
  eventObservations,
  type ListedEvent,
  marketEvents,
  type ObservationRow,
  pageOfEvents,
  readObservations,
} from "#intelligence/events/event-lists";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { CompanyConnection, type ListedCompany } from "./company-search.ts";
import { byPage, defineConnection, defineFilteredConnection, type PageArguments, pageOf } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { Event, MAY_READ_EVENTS } from "./event.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey, readGlobalId } from "./node.ts";
import { perRequest, perRequestAndKey } from "./per-request.ts";

const EventConnection = defineFilteredConnection<ListedEvent>("Event", Event, ({ eventId }) => eventId);

const EventFilterInput = builder.inputType("EventFilterInput", {
  description: "Any value within a list, every condition that is given. Names match whole and in any case.",
  fields: (t) => ({
    lastUpdatedFrom: t.field({ type: "DateTime", description: "Inclusive." }),
    lastUpdatedTo: t.field({ type: "DateTime", description: "Inclusive." }),
    affectedDatapoints: t.stringList(),
    alertTypes: t.stringList(),
    impactedEntities: t.stringList({
      description: "One and the same impacted entity has one of these names and meets the bounds.",
    }),
    minLikelihood: t.float({ description: "0–3, inclusive." }),
    maxLikelihood: t.float(),
    minSeverity: t.float(),
    maxSeverity: t.float(),
  }),
});

/** The conditions of a date range alone: what a list is without its filter. */
const windowOf = ({ from, to }: EventConditions): EventConditions => ({
  ...listConditions({ lastUpdatedFrom: from, lastUpdatedTo: to }),
});

const eventsOfCompanies = perRequestAndKey(({ db }, conditions: EventConditions) =>
  childLoader<ListedEvent, "newest">(db, companyEvents(conditions)),
);
const eventsOfMarkets = perRequestAndKey(({ db }, conditions: EventConditions) =>
  childLoader<ListedEvent, "newest">(db, marketEvents(conditions)),
);

/** A page of the events under one parent. */
async function eventsUnder(
  loaders: typeof eventsOfCompanies,
  parent: number,
  { filter, ...args }: { filter?: EventFilter | null | undefined } & PageArguments,
  context: GraphContext,
) {
  const page = pageOf(args);
  const conditions = listConditions(filter ?? {});
  const loader = loaders(context, conditions);
  return {
    rows: await loader.page(parent, page, "newest"),
    page,
    totalCount: () => loader.total(parent),
    unfilteredTotalCount: () => loaders(context, windowOf(conditions)).total(parent),
  };
}

builder.objectField(Company, "events", (t) =>
  t.field({
    type: EventConnection,
    description: "Events that touch the company, newest first.",
    authScopes: MAY_READ_EVENTS,
    args: { filter: t.arg({ type: EventFilterInput }), first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: ({ id }, args, context) => eventsUnder(eventsOfCompanies, id, args, context),
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  events: t.field({
    type: EventConnection,
    description: "Events that touch the market's companies, newest first.",
    authScopes: MAY_READ_EVENTS,
    args: { filter: t.arg({ type: EventFilterInput }), first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: ({ id }, args, context) => eventsUnder(eventsOfMarkets, id, args, context),
  }),
}));

const Observation = builder.node(builder.objectRef<ObservationRow>("Observation"), {
  description: "An article or another record of what happened.",
  id: { resolve: ({ id }) => id },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    observationId: t.exposeInt("id"),
    url: t.exposeString("url"),
    title: t.exposeString("title"),
    text: t.exposeString("text"),
    publisher: t.exposeString("publisher"),
    publishedAt: t.expose("publishedAt", { type: "DateTime" }),
  }),
});

defineNode("Observation", {
  authScopes: MAY_READ_EVENTS,
  keyOf: numberKey,
  find: async (ids, { db }) => byKey(await readObservations(db, ids), ({ id }) => id),
});

const ObservationConnection = defineConnection<ObservationRow>("Observation", Observation, (row) => row);

const observationsOfEvents = perRequest(({ db }) => childLoader<ObservationRow, "earliest">(db, eventObservations));
const companiesOfEvents = perRequest(({ db }) => childLoader<ListedCompany, "name">(db, eventCompanies));

builder.objectFields(Event, (t) => ({
  observations: t.field({
    type: ObservationConnection,
    description: "What tells of it, earliest first.",
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, args, context) => {
      const page = pageOf(args);
      const loader = observationsOfEvents(context);
      return { rows: await loader.page(id, page, "earliest"), page, totalCount: () => loader.total(id) };
    },
  }),
  companies: t.field({
    type: CompanyConnection,
    description: "The companies of the directory that it touches, by name.",
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, args, context) => {
      const page = pageOf(args);
      const loader = companiesOfEvents(context);
      return { rows: await loader.page(id, page, "name"), page, totalCount: () => loader.total(id) };
    },
  }),
}));

/** An event's number out of its global id, or the number itself; null for anything else. */
function eventNumber(id: string): number | null {
  const global = readGlobalId(id);
  return global?.typeName === "Event" ? numberKey(global.text) : numberKey(id);
}

builder.queryFields((t) => ({
  events: t.field({
    type: EventConnection,
    description:
      "The events monitor: by default events of yesterday and today (UTC) with an impacted entity of likelihood and severity 2 to 3. Newest first.",
    authScopes: MAY_READ_EVENTS,
    args: {
      filter: t.arg({ type: EventFilterInput }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async (_root, { filter, ...args }, { db }) => {
      const page = pageOf(args);
      const conditions = monitorConditions(filter ?? {});
      return {
        rows: await pageOfEvents(db, conditions, page),
        page,
        totalCount: () => countEvents(db, conditions),
        unfilteredTotalCount: () => countEventsInWindow(db, conditions),
      };
    },
  }),
  event: t.field({
    type: Event,
    nullable: true,
    description:
      "An event by its global id or its number; one that was merged away leads to the event that it went up into.",
    authScopes: MAY_READ_EVENTS,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { db }) => {
      const number = eventNumber(String(id));
      const event = number === null ? undefined : (await findEvents(db, [number])).get(number);
      if (event === undefined) throw new NotFoundError(`event ${String(id).slice(0, 50)}`);
      return event;
    },
  }),
}));
