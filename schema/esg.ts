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
    INTERNAL: { value: "Internal", description: "A page of the company's own site." },
    EXTERNAL: { value: "External", description: "Another publisher." },
  } as const,
});

const Sentiment = builder.enumType("Sentiment", {
  description: "The sentiment of a text, by its score from −1 to 1.",
  values: {
    POSITIVE: { value: "Positive", description: "A score of 0.05 or more." },
    NEUTRAL: { value: "Neutral", description: "Between −0.05 and 0.05." },
    NEGATIVE: { value: "Negative", description: "A score of −0.05 or less." },
  } as const,
});

const Recognition = builder.enumType("Recognition", {
  description: "What an ESG item tells of.",
  values: {
    REWARDED: { value: "Rewarded", description: "The item reports an award." },
    CERTIFIED: { value: "Certified", description: "The item reports a certification." },
  } as const,
});

export const EsgLabel = builder.objectRef<{ label: string; category: string }>("EsgLabel").implement({
  description: "An ESG label.",
  fields: (t) => ({
    label: t.exposeString("label", { description: "Its name." }),
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
    company: t.field({
      description: "The company that it is about.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    domain: t.exposeString("domain", { description: "The company's domain." }),
    url: t.exposeString("url", { description: "Its address." }),
    title: t.exposeString("title", { description: "Its title." }),
    snippet: t.exposeString("snippet", { description: "The words that matter." }),
    publishedAt: t.expose("publishedAt", {
      description: "When it was published; null where that is not known.",
      type: "DateTime",
      nullable: true,
    }),
    retrievedAt: t.expose("retrievedAt", { description: "When it was read.", type: "DateTime" }),
    publisher: t.exposeString("publisher", { description: "Who published it." }),
    source: t.field({
      description: "Whether the company itself says it.",
      type: EsgSource,
      resolve: ({ isInternal }) => (isInternal ? "Internal" : "External"),
    }),
    sourceLogoBase64: t.exposeString("sourceLogoBase64", {
      description: 'The logo of the publisher in Base64; "" where there is none.',
    }),
    sourceLogoUrl: t.exposeString("sourceLogoUrl", {
      description: "The address of the publisher's logo.",
      nullable: true,
    }),
    labels: t.field({ description: "Its ESG labels.", type: [EsgLabel], resolve: labelsOf }),
    sentimentScore: t.exposeFloat("sentimentScore", {
      description: "The sentiment of the text, −1 (negative) to 1 (positive).",
    }),
    versionDate: t.exposeString("versionDate", { description: "The day of the run that created it, as `YYYY-MM-DD`." }),
    awards: t.exposeBoolean("awards", { description: "Whether it tells of an award." }),
    certifications: t.exposeBoolean("certifications", { description: "Whether it tells of a certification." }),
  }),
});

defineNode("EsgItem", {
  authScopes: MAY_READ_COMPANIES,
  keyOf: numberKey,
  find: async (ids, context) => byKey(await readEsgItems(context.db, ids, companyReach(context)), ({ id }) => id),
});

const EsgItemConnection = defineFilteredConnection<EsgItemRow>("EsgItem", EsgItem, (row) => row);

const EsgFilterInput = builder.inputType("EsgFilterInput", {
  description: "Any value of a list may match, and every list that is not empty must.",
  fields: (t) => ({
    environmental: t.stringList({ description: "Labels of this category, ignoring case." }),
    governance: t.stringList({ description: "One of these labels of governance." }),
    social: t.stringList({ description: "One of these social labels." }),
    publisher: t.stringList({ description: "Names of publishers; each must match as a whole, ignoring case." }),
    source: t.field({ description: "Said by one of these.", type: [EsgSource] }),
    sentiment: t.field({ description: "One of these sentiments.", type: [Sentiment] }),
    certifications: t.field({ description: "It tells of one of these.", type: [Recognition] }),
    domains: t.stringList({ description: "The companies, each as a domain, host or URL." }),
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
