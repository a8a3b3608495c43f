import { childLoader } from "#foundation/db/children";
import {
  allMarketEsgItems,
  companyEsgItems,
  type EsgFilter,
  type EsgItemRow,
  marketEsgItems,
  readEsgItems,
} from "#intelligence/esg/esg-lists";
import { builder } from "./builder.ts";
import { Company, companyReach, MAY_READ_COMPANIES } from "./company.ts";
import { byPage, defineFilteredConnection, pageOf } from "./connection.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest, perRequestAndKey } from "./per-request.ts";

const EsgSource = builder.enumType("EsgSource", {
  description: "Who says what an ESG item tells.",
  values: {
    INTERNAL: { value: "Internal", description: "The company's own site." },
    EXTERNAL: { value: "External", description: "Anybody else." },
  } as const,
});

const Sentiment = builder.enumType("Sentiment", {
  description: "The sentiment of a text, by its score from −1 to 1.",
  values: {
    POSITIVE: { value: "Positive", description: "0.05 or more." },
    NEUTRAL: { value: "Neutral", description: "Between −0.05 and 0.05." },
    NEGATIVE: { value: "Negative", description: "−0.05 or less." },
  } as const,
});

const Recognition = builder.enumType("Recognition", {
  description: "What an ESG item tells of.",
  values: {
    REWARDED: { value: "Rewarded", description: "Tells of an award." },
    CERTIFIED: { value: "Certified", description: "Tells of a certification." },
  } as const,
});

export const EsgLabel = builder.objectRef<{ label: string; category: string }>("EsgLabel").implement({
  fields: (t) => ({
    label: t.exposeString("label"),
    category: t.exposeString("category", { description: "`environmental`, `social` or `governance`." }),
  }),
});

const CATEGORIES = ["environmental", "social", "governance"] as const;

/** Labels with their categories. */
export const labelsOf = (of: Record<(typeof CATEGORIES)[number], readonly string[]>) =>
  CATEGORIES.flatMap((category) => of[category].map((label) => ({ label, category })));

export const EsgItem = builder.node(builder.objectRef<EsgItemRow>("EsgItem"), {
  description: "A statement about a company's environmental, social or governance conduct.",
  id: { resolve: ({ id }) => id },
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    esgItemId: t.exposeInt("id"),
    company: t.field({ type: Company, resolve: ({ companyId }) => ({ id: companyId }) }),
    domain: t.exposeString("domain", { description: "The company's." }),
    url: t.exposeString("url"),
    title: t.exposeString("title"),
    snippet: t.exposeString("snippet"),
    publishedAt: t.expose("publishedAt", { type: "DateTime", nullable: true }),
    retrievedAt: t.expose("retrievedAt", { type: "DateTime" }),
    publisher: t.exposeString("publisher"),
    source: t.field({ type: EsgSource, resolve: ({ isInternal }) => (isInternal ? "Internal" : "External") }),
    sourceLogoBase64: t.exposeString("sourceLogoBase64", { description: '"" when there is none.' }),
    sourceLogoUrl: t.exposeString("sourceLogoUrl", { nullable: true }),
    labels: t.field({ type: [EsgLabel], resolve: labelsOf }),
    sentimentScore: t.exposeFloat("sentimentScore", { description: "−1 (negative) to 1 (positive)." }),
    versionDate: t.exposeString("versionDate", { description: "Day of the run that made it, `YYYY-MM-DD`." }),
    awards: t.exposeBoolean("awards"),
    certifications: t.exposeBoolean("certifications"),
  }),
});

defineNode("EsgItem", {
  authScopes: MAY_READ_COMPANIES,
  keyOf: numberKey,
  find: async (ids, context) => byKey(await readEsgItems(context.db, ids, companyReach(context)), ({ id }) => id),
});

const EsgItemConnection = defineFilteredConnection<EsgItemRow>("EsgItem", EsgItem, (row) => row);

const EsgFilterInput = builder.inputType("EsgFilterInput", {
  description: "Any value within a list, every list that has some.",
  fields: (t) => ({
    environmental: t.stringList({ description: "Labels of this category, in any case." }),
    governance: t.stringList(),
    social: t.stringList(),
    publisher: t.stringList({ description: "Names of publishers, whole and in any case." }),
    source: t.field({ type: [EsgSource] }),
    sentiment: t.field({ type: [Sentiment] }),
    certifications: t.field({ type: [Recognition] }),
    domains: t.stringList({ description: "Domains of companies in any spelling." }),
  }),
});

const itemsOfCompanies = perRequest(({ db }) => childLoader<EsgItemRow, "newest">(db, companyEsgItems));
const itemsOfMarkets = perRequestAndKey(({ db }, filter: EsgFilter) =>
  childLoader<EsgItemRow, "newest">(db, marketEsgItems(filter)),
);
const allItemsOfMarkets = perRequest(({ db }) => childLoader<EsgItemRow, "newest">(db, allMarketEsgItems));

builder.objectField(Company, "esgItems", (t) =>
  t.field({
    type: EsgItemConnection,
    description: "The company's ESG items, newest first.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, args, context) => {
      const page = pageOf(args);
      const loader = itemsOfCompanies(context);
      const totalCount = () => loader.total(id);
      return { rows: await loader.page(id, page, "newest"), page, totalCount, unfilteredTotalCount: totalCount };
    },
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  esgItems: t.field({
    type: EsgItemConnection,
    description: "ESG items of the market's companies, newest first.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      filter: t.arg({ type: EsgFilterInput }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: async ({ id }, { filter, ...args }, context) => {
      const page = pageOf(args);
      const loader = itemsOfMarkets(context, filter ?? {});
      return {
        rows: await loader.page(id, page, "newest"),
        page,
        totalCount: () => loader.total(id),
        unfilteredTotalCount: () => allItemsOfMarkets(context).total(id),
      };
    },
  }),
}));
