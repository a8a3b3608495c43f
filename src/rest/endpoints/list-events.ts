import { z } from "zod";
import { AppError } from "#foundation/errors/index";
import { type EventFilterInput, ListEventsDocument, type ListEventsQuery } from "#generated/operations/graphql";
import { readBound } from "#intelligence/events/event-filter";
import { commaList } from "../comma-list.ts";
import { Event } from "../contracts/event.ts";
import { asOffset, filteredPagination, filteredPaginationOf, pageNumber, pageSize } from "../contracts/paging.ts";
import { expected, text } from "../contracts/values.ts";
import { runOperation } from "../run-operation.ts";
import { procedure } from "../trpc.ts";

/** A date or a date-time; stated as a condition, so that generated clients keep a plain string. */
const DAY_OR_MOMENT = { if: { format: "date" }, else: { format: "date-time" } };

const QUERY = {
  pageSize: pageSize(),
  page: pageNumber(),
  lastUpdatedFrom: text()
    .optional()
    .meta({
      description:
        "The earliest `lastUpdated`, inclusive, in ISO 8601. A date alone means 00:00 UTC. By default the start of yesterday (UTC).",
      examples: ["2026-03-01"],
      ...DAY_OR_MOMENT,
    }),
  lastUpdatedTo: text()
    .optional()
    .meta({
      description:
        "The latest `lastUpdated`, inclusive, in ISO 8601. A date alone means 23:59 UTC. By default the end of today (UTC).",
      ...DAY_OR_MOMENT,
    }),
  affectedDatapoints: names("datapoints of the taxonomy, such as `Oil price`"),
  alertTypes: names("alert types of the taxonomy, such as `Wildfire`"),
  impactedEntities: names("impacted entities"),
  minLikelihood: score("The minimum likelihood of an impacted entity", 2),
  maxLikelihood: score("The maximum likelihood of an impacted entity", 3),
  minSeverity: score("The minimum severity of an impacted entity", 2),
  maxSeverity: score("The maximum severity of an impacted entity", 3),
};

function names(what: string) {
  return text()
    .optional()
    .describe(
      `Comma-separated names of ${what}. One of them must match in full, ignoring case. Write a comma inside a name as \`\\,\`.`,
    );
}

/** The domain has the bound and its default. */
function score(what: string, byDefault: number) {
  return z
    .number(expected("a number, 0–3"))
    .optional()
    .meta({ minimum: 0, maximum: 3, default: byDefault, description: `${what}, 0–3, inclusive.` });
}

const invalid = (detail: string) => new AppError("QUERY_VALIDATION_FAILED", detail);

type Query = z.output<z.ZodObject<typeof QUERY>>;

/** @throws AppError QUERY_VALIDATION_FAILED */
function momentOf(query: Query, name: "lastUpdatedFrom" | "lastUpdatedTo"): string | null {
  const given = query[name];
  if (given === undefined) return null;
  const at = readBound(given, name === "lastUpdatedFrom" ? "from" : "to");
  if (at === null) throw invalid(`${name} must be a date or a time in ISO 8601`);
  return at.toISOString();
}

/** @throws AppError QUERY_VALIDATION_FAILED */
function namesOf(query: Query, name: "affectedDatapoints" | "alertTypes" | "impactedEntities"): string[] | null {
  const given = query[name];
  if (given === undefined) return null;
  const list = commaList(given);
  if (list === null) throw invalid(`${name} must be a comma-separated list of names, none of them empty`);
  return list;
}

const filterOf = (query: Query): EventFilterInput => ({
  lastUpdatedFrom: momentOf(query, "lastUpdatedFrom"),
  lastUpdatedTo: momentOf(query, "lastUpdatedTo"),
  affectedDatapoints: namesOf(query, "affectedDatapoints"),
  alertTypes: namesOf(query, "alertTypes"),
  impactedEntities: namesOf(query, "impactedEntities"),
  minLikelihood: query.minLikelihood ?? null,
  maxLikelihood: query.maxLikelihood ?? null,
  minSeverity: query.minSeverity ?? null,
  maxSeverity: query.maxSeverity ?? null,
});

type Node = ListEventsQuery["events"]["edges"][number]["node"];

const eventOf = (event: Node): z.output<typeof Event> => ({
  _id: String(event.eventId),
  title: event.title,
  summary: event.summary,
  vectorIndex: event.vectorIndex,
  lastUpdated: event.lastUpdated,
  eventSearchKeywords: event.searchKeywords,
  relevantEntities: event.relevantEntities,
  timestamps: { published: event.publishedAt, recordedStart: event.recordedStart },
  references: event.references.map(({ observationId, title, url }) => ({ _id: String(observationId), title, url })),
  taxonomicMatches: {
    affectedDatapoints: event.affectedDatapoints,
    alertTypes: event.alertTypes,
    impactedEntities: event.impactedEntities.map(({ likelihood, severity, rationale, ...entity }) => ({
      ...entity,
      impact: { likelihood, severity, rationale },
    })),
  },
});

/** E16: returns the events monitor's events. */
export const listEvents = procedure
  .meta({
    openapi: {
      method: "GET",
      path: "/v2/events-monitor/events",
      tags: ["Events monitor"],
      summary: "List events",
      description:
        "Requires a key with the subscription `events-monitor`. An event must meet all given conditions. One and the same impacted entity must meet the bounds of likelihood and severity and, if names of entities are given, have one of them.",
      successDescription: "A page of events, last updated first.",
      errorResponses: [],
    },
    rest: {
      document: ListEventsDocument,
      query: Object.keys(QUERY),
      refusesUnknownQuery: true,
      invalidCode: "QUERY_VALIDATION_FAILED",
      errors: ["QUERY_VALIDATION_FAILED"],
    },
  })
  .input(z.object(QUERY))
  .output(
    z.strictObject({
      meta: z
        .strictObject(filteredPagination("events in the date range without the other filters"))
        .describe("The pagination."),
      data: z.array(Event).describe("The events of the page."),
    }),
  )
  .query(async ({ input, ctx }) => {
    const { page, pageSize: size } = input;
    const { events } = await runOperation(
      ListEventsDocument,
      { filter: filterOf(input), ...asOffset(page, size) },
      ctx.graph,
    );
    const { edges, totalCount, unfilteredTotalCount } = events;
    return {
      meta: filteredPaginationOf({ page, pageSize: size, total: totalCount, unfiltered: unfilteredTotalCount }),
      data: edges.map(({ node }) => eventOf(node)),
    };
  });
