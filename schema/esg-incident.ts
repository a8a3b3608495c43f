import DataLoader from "dataloader";
import { readEsgItems } from "#intelligence/esg/esg-lists";
import {
  filterIncidents,
  type IncidentFilter,
  incidentsOfCompanies,
  incidentsOfMarkets,
} from "#intelligence/esg/incidents/incident-lists";
import type { EsgIncident as EsgIncidentData } from "#intelligence/esg/incidents/merge-items";
import { SEVERITIES, type SeverityReason } from "#intelligence/esg/incidents/severity";
import { builder } from "./builder.ts";
import { Company, companyReach, MAY_READ_COMPANIES } from "./company.ts";
import { byPage, defineFilteredConnection, type Page, pageOf } from "./connection.ts";
import { enumValues } from "./enum-values.ts";
import { EsgItem, EsgLabel, labelsOf } from "./esg.ts";
import { Market } from "./market.ts";
import { listsById, perRequest } from "./per-request.ts";

const EsgSeverity = builder.enumType("EsgSeverity", {
  description: "The severity of an incident, from the points of its `severityReasons`.",
  values: enumValues(SEVERITIES, {
    low: "0 or 1 point.",
    medium: "2 or 3 points.",
    high: "4 or more points.",
  }),
});

const EsgReach = builder.enumType("EsgReach", {
  description: "The influence of a publisher.",
  values: {
    LIMITED: {
      value: "limited",
      description: "Local media, trade press, blogs, and all publishers that are not classified.",
    },
    MEDIUM: { value: "medium", description: "National press, governments and international organisations." },
    HIGH: { value: "high", description: "A few media with a worldwide audience." },
  } as const,
});

const EsgSeverityReason = builder.objectRef<SeverityReason>("EsgSeverityReason").implement({
  description: "A reason for the severity of an incident, with the sentence that supports it.",
  fields: (t) => ({
    dimension: t.exposeString("dimension", {
      description: "The dimension of severity: `consequences`, `extent` or `cause`.",
    }),
    level: t.exposeString("level", {
      description: "The level within the dimension, such as `death`, `large number of people` or `negligence`.",
    }),
    points: t.exposeInt("points", {
      description:
        "The points that the reason adds, 1–3. An incident is MEDIUM from 2 points in total, and HIGH from 4.",
    }),
    quote: t.exposeString("quote", { description: "The sentence of the article that supports the reason." }),
    url: t.exposeString("url", { description: "The URL of the article." }),
  }),
});

const itemsByIds = perRequest(
  (context) =>
    new DataLoader(async (ids: readonly number[]) => {
      const rows = new Map((await readEsgItems(context.db, ids, companyReach(context))).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? null);
    }),
);

/** Maximum number of articles in an incident's answer. */
const MOST_ITEMS = 25;

const EsgIncident = builder.objectRef<EsgIncidentData>("EsgIncident").implement({
  description:
    "A matter for which third parties criticise a company. Articles about the same matter are merged, also over months.",
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    company: t.field({
      description: "The company that is criticised.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    title: t.exposeString("title", { description: "The title of the earliest article." }),
    labels: t.field({ description: "The ESG labels of all its articles.", type: [EsgLabel], resolve: labelsOf }),
    firstReportedAt: t.expose("firstReportedAt", {
      description: "When its earliest article was published or, if that is unknown, retrieved.",
      type: "DateTime",
    }),
    lastReportedAt: t.expose("lastReportedAt", {
      description: "When its latest article was published or, if that is unknown, retrieved.",
      type: "DateTime",
    }),
    articles: t.int({
      description: "The number of articles. Copies of an article count once.",
      resolve: ({ itemIds }) => itemIds.length,
    }),
    publishers: t.exposeInt("publishers", { description: "The number of different publishers." }),
    severity: t.expose("severity", { description: "The severity of the incident.", type: EsgSeverity }),
    severityReasons: t.field({
      type: [EsgSeverityReason],
      description:
        "The reasons for the severity, at most one for each dimension; empty if the articles state no consequences, extent or cause.",
      resolve: ({ severityReasons }) => severityReasons,
    }),
    reach: t.expose("reach", {
      description: "The influence of the most influential publisher that reported the incident.",
      type: EsgReach,
    }),
    reachBy: t.exposeString("reachBy", { description: "The name of the publisher that determines `reach`." }),
    isNew: t.exposeBoolean("isNew", {
      description: "Whether the company has no earlier stored incident with any of these labels.",
    }),
    newLabels: t.field({
      description: "Its labels that no earlier stored incident of the company has: what is new about it.",
      type: [EsgLabel],
      resolve: ({ newLabels }) => labelsOf(newLabels),
    }),
    reappearances: t.exposeInt("reappearances", {
      description: "How often the incident was reported again after more than six weeks without an article.",
    }),
    denials: t.exposeStringList("denials", {
      description: "Sentences of the articles that deny the incident, at most 5.",
    }),
    items: t.field({
      type: [EsgItem],
      description: `The articles of the incident, earliest first; at most ${MOST_ITEMS}.`,
      complexity: { field: 1, multiplier: MOST_ITEMS },
      resolve: async ({ itemIds }, _args, context) => {
        const rows = await itemsByIds(context).loadMany(itemIds.slice(0, MOST_ITEMS));
        return rows.flatMap((row) => (row === null || row instanceof Error ? [] : [row]));
      },
    }),
  }),
});

const EsgIncidentConnection = defineFilteredConnection<EsgIncidentData>("EsgIncident", EsgIncident, (row) => row);

const EsgIncidentFilterInput = builder.inputType("EsgIncidentFilterInput", {
  description:
    "A filter of incidents. An incident must meet all given conditions; in a list, one matching value is enough.",
  fields: (t) => ({
    labels: t.stringList({ description: "Names of ESG labels of any category, ignoring case." }),
    severity: t.field({ description: "The severities to return.", type: [EsgSeverity] }),
    reach: t.field({ description: "The reaches to return.", type: [EsgReach] }),
    isNew: t.boolean({ description: "Whether the incident is new, as in `EsgIncident.isNew`." }),
    from: t.field({ type: "DateTime", description: "The earliest `lastReportedAt`, inclusive." }),
  }),
});

const ofCompanies = listsById(incidentsOfCompanies);
const ofMarkets = listsById(incidentsOfMarkets);

function pageOfIncidents(all: readonly EsgIncidentData[], filter: IncidentFilter, page: Page) {
  const filtered = filterIncidents(all, filter);
  return {
    rows: filtered.slice(page.offset, page.offset + page.limit + 1),
    page,
    totalCount: () => filtered.length,
    unfilteredTotalCount: () => all.length,
  };
}

builder.objectField(Company, "esgIncidents", (t) =>
  t.field({
    type: EsgIncidentConnection,
    description:
      "The incidents for which third parties criticise the company, last reported first. They are merged from the newest 500 ESG items of third parties.",
    authScopes: { anyScope: ["impact:read"] },
    args: { filter: t.arg({ type: EsgIncidentFilterInput }), first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, { filter, ...args }, context) =>
      pageOfIncidents(await ofCompanies(context).load(id), filter ?? {}, pageOf(args)),
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  esgIncidents: t.field({
    type: EsgIncidentConnection,
    description:
      "The incidents for which third parties criticise the market's companies, last reported first. For each company, they are merged from the newest 500 ESG items of third parties.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      filter: t.arg({ type: EsgIncidentFilterInput }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async ({ id }, { filter, ...args }, context) =>
      pageOfIncidents(await ofMarkets(context).load(id), filter ?? {}, pageOf(args)),
  }),
}));
