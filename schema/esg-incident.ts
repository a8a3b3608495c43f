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
  description: "How grave an incident is, by what articles tell of it.",
  values: enumValues(SEVERITIES, {
    low: "0 or 1 point, by `severityReasons`.",
    medium: "2 or 3 points.",
    high: "4 points and more.",
  }),
});

const EsgReach = builder.enumType("EsgReach", {
  description: "The influence of the most influential publisher.",
  values: {
    LIMITED: { value: "limited", description: "Local media, trade press, blogs, and publishers that are not listed." },
    MEDIUM: { value: "medium", description: "National press, governments, international organisations." },
    HIGH: { value: "high", description: "The few media with a worldwide audience." },
  } as const,
});

const EsgSeverityReason = builder.objectRef<SeverityReason>("EsgSeverityReason").implement({
  description: "A reason for the severity of an incident.",
  fields: (t) => ({
    dimension: t.exposeString("dimension", { description: "`consequences`, `extent` or `cause`." }),
    level: t.exposeString("level", {
      description: "The level within the dimension, such as `death`, `large number of people` or `negligence`.",
    }),
    points: t.exposeInt("points", {
      description: "The points it adds to the severity. From 2 points in total it is MEDIUM, from 4 it is HIGH.",
    }),
    quote: t.exposeString("quote", { description: "The sentence that supports the reason." }),
    url: t.exposeString("url", { description: "The address of the article." }),
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
  description: "A matter for which third parties criticise a company, reported by one or more articles over months.",
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    company: t.field({
      description: "The company that is criticised.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    title: t.exposeString("title", { description: "The title of the earliest article." }),
    labels: t.field({ description: "Its ESG labels.", type: [EsgLabel], resolve: labelsOf }),
    firstReportedAt: t.expose("firstReportedAt", { description: "Its earliest article.", type: "DateTime" }),
    lastReportedAt: t.expose("lastReportedAt", { description: "Its latest article.", type: "DateTime" }),
    articles: t.int({
      description: "The number of stories; copies of an article count once.",
      resolve: ({ itemIds }) => itemIds.length,
    }),
    publishers: t.exposeInt("publishers", { description: "The number of different publishers." }),
    severity: t.expose("severity", { description: "How grave it is.", type: EsgSeverity }),
    severityReasons: t.field({
      type: [EsgSeverityReason],
      description: "At most one for each dimension; empty where the texts only say that it happened.",
      resolve: ({ severityReasons }) => severityReasons,
    }),
    reach: t.expose("reach", { description: "The influence of its most influential source.", type: EsgReach }),
    reachBy: t.exposeString("reachBy", { description: "The most influential publisher, which determines the reach." }),
    isNew: t.exposeBoolean("isNew", {
      description: "Whether no earlier stored incident of the company has any of its labels.",
    }),
    newLabels: t.field({
      description: "Its labels that no earlier stored incident of the company has: what is new about it.",
      type: [EsgLabel],
      resolve: ({ newLabels }) => labelsOf(newLabels),
    }),
    reappearances: t.exposeInt("reappearances", {
      description: "How often it was reported again after at least six weeks without an article.",
    }),
    denials: t.exposeStringList("denials", { description: "Sentences of the articles that deny the incident." }),
    items: t.field({
      type: [EsgItem],
      description: `Its articles, earliest first; at most ${MOST_ITEMS}.`,
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
  description: "Any value of a list may match, and every given condition must.",
  fields: (t) => ({
    labels: t.stringList({ description: "Labels of any category, ignoring case." }),
    severity: t.field({ description: "One of these severities.", type: [EsgSeverity] }),
    reach: t.field({ description: "One of these reaches.", type: [EsgReach] }),
    isNew: t.boolean({ description: "Whether it is new." }),
    from: t.field({ type: "DateTime", description: "Incidents that were last reported at this time or later." }),
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
      "Matters for which third parties criticise the company, merged over articles, the last reported first.",
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
    description: "Matters for which third parties criticise the market's companies, the last reported first.",
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
