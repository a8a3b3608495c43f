import { childLoader } from "#foundation/db/children";
import {
  companyEsgItems,
  type EsgFilter,
  type EsgItemRow,
  marketEsgItems,
  readEsgItems,
} from "#intelligence/esg/esg-lists";
import { builder } from "./builder.ts";
import { Company, companyReach, MAY_READ_COMPANIES } from "./company.ts";
import { byPage, childPage, defineFilteredConnection } from "./connection.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest, perRequestAndKey } from "./per-request.ts";

const EsgSource = builder.enumType("EsgSource", {
  description: "The source of an ESG item.",
  values: {
    INTERNAL: { value: "Internal", description: "The company itself, on its own site." },
    EXTERNAL: { value: "External", description: "A third party, such as a newspaper." },
    DIRECTORY: {
      value: "Directory",
      description: "The company's record in the directory. No page was read; `publisher` is the source of the record.",
    },
  } as const,
});

const Sentiment = builder.enumType("Sentiment", {
  description: "The sentiment of a text, from its score of −1 to 1.",
  values: {
    POSITIVE: { value: "Positive", description: "A score of 0.05 or more." },
    NEUTRAL: { value: "Neutral", description: "A score between −0.05 and 0.05." },
    NEGATIVE: { value: "Negative", description: "A score of −0.05 or less." },
  } as const,
});

const Recognition = builder.enumType("Recognition", {
  description: "A recognition that an ESG item reports.",
  values: {
    REWARDED: { value: "Rewarded", description: "An award or prize." },
    CERTIFIED: { value: "Certified", description: "A certification." },
  } as const,
});

export const EsgLabel = builder.objectRef<{ label: string; category: string }>("EsgLabel").implement({
  description: "An ESG topic of a text, with its category.",
  fields: (t) => ({
    label: t.exposeString("label", { description: "The name of the label (docs/esg.md has the list)." }),
    category: t.exposeString("category", {
      description: "The category of the label: `environmental`, `social` or `governance`.",
    }),
  }),
});

const CATEGORIES = ["environmental", "social", "governance"] as const;

/** Labels with their categories. */
export const labelsOf = (of: Record<(typeof CATEGORIES)[number], readonly string[]>) =>
  CATEGORIES.flatMap((category) => of[category].map((label) => ({ label, category })));

export const EsgItem = builder.node(builder.objectRef<EsgItemRow>("EsgItem"), {
  description: "A text with statements about a company's environmental, social or governance conduct.",
  id: { resolve: ({ id }) => id },
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    esgItemId: t.exposeInt("id", { description: "The number of the ESG item. `id` is the global id." }),
    company: t.field({
      description: "The company that the text is about.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    domain: t.exposeString("domain", { description: "The domain of the company." }),
    url: t.exposeString("url", {
      description: "The URL of the text; empty for a record of the directory, because no page was read.",
    }),
    title: t.exposeString("title", { description: "The title of the text." }),
    snippet: t.exposeString("snippet", {
      description:
        "The sentence of the text with the most evidence for the labels, or the text that was imported with the item; empty if there is none.",
    }),
    publishedAt: t.expose("publishedAt", {
      description: "When the text was published; null if that is unknown.",
      type: "DateTime",
      nullable: true,
    }),
    retrievedAt: t.expose("retrievedAt", {
      description: "When the text was retrieved; for a record of the directory, the date of the record.",
      type: "DateTime",
    }),
    publisher: t.exposeString("publisher", {
      description: "The name of the publisher; for a record of the directory, the name of its source.",
    }),
    source: t.expose("source", {
      description: "Whether the text is from the company itself, from a third party, or from the directory.",
      type: EsgSource,
    }),
    sourceLogoBase64: t.exposeString("sourceLogoBase64", {
      description: "The logo of the publisher in Base64; empty if there is none.",
    }),
    sourceLogoUrl: t.exposeString("sourceLogoUrl", {
      description: "The URL of the publisher's logo; null if there is none.",
      nullable: true,
    }),
    labels: t.field({ description: "The ESG labels of the text.", type: [EsgLabel], resolve: labelsOf }),
    sentimentScore: t.exposeFloat("sentimentScore", {
      description: "The sentiment of the text, −1 (negative) to 1 (positive).",
    }),
    versionDate: t.exposeString("versionDate", {
      description: "The day on which the item was created, as `YYYY-MM-DD`.",
    }),
    awards: t.exposeBoolean("awards", { description: "Whether the text reports an award to the company." }),
    certifications: t.exposeBoolean("certifications", {
      description: "Whether the text reports a certification of the company.",
    }),
  }),
});

defineNode("EsgItem", {
  authScopes: MAY_READ_COMPANIES,
  keyOf: numberKey,
  find: async (ids, context) => byKey(await readEsgItems(context.db, ids, companyReach(context)), ({ id }) => id),
});

const EsgItemConnection = defineFilteredConnection<EsgItemRow>("EsgItem", EsgItem, (row) => row);

const EsgFilterInput = builder.inputType("EsgFilterInput", {
  description:
    "A filter of ESG items. An item must meet all given conditions; in a list, one matching value is enough. Empty lists do not filter.",
  fields: (t) => ({
    environmental: t.stringList({ description: "Names of environmental labels, ignoring case." }),
    governance: t.stringList({ description: "Names of governance labels, ignoring case." }),
    social: t.stringList({ description: "Names of social labels, ignoring case." }),
    publisher: t.stringList({ description: "Names of publishers, compared in full, ignoring case." }),
    source: t.field({
      description: "The sources: the companies themselves, third parties or the directory.",
      type: [EsgSource],
    }),
    sentiment: t.field({ description: "The sentiments to return.", type: [Sentiment] }),
    certifications: t.field({ description: "The recognitions that the items report.", type: [Recognition] }),
    domains: t.stringList({ description: "The companies, each as a domain, host name or URL." }),
  }),
});

const itemsOfCompanies = perRequest(({ db }) => childLoader<EsgItemRow>(db, companyEsgItems));
const itemsOfMarkets = perRequestAndKey(({ db }, filter: EsgFilter) =>
  childLoader<EsgItemRow>(db, marketEsgItems(filter)),
);

builder.objectField(Company, "esgItems", (t) =>
  t.field({
    type: EsgItemConnection,
    description: "The company's ESG items, newest first.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: ({ id }, args, context) => childPage(itemsOfCompanies(context), id, args),
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  esgItems: t.field({
    type: EsgItemConnection,
    description: "The ESG items of the market's companies, newest first.",
    authScopes: { anyScope: ["markets:read"] },
    args: {
      filter: t.arg({ type: EsgFilterInput }),
      first: t.arg.int(),
      after: t.arg.string(),
      offset: t.arg.int(),
    },
    complexity: byPage,
    resolve: ({ id }, { filter, ...args }, context) => childPage(itemsOfMarkets(context, filter ?? {}), id, args),
  }),
}));
