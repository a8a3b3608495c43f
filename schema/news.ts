import type { CompanyNews } from "#generated/prisma/client";
import { dateText } from "#intelligence/news/news-lists";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { defineConnection } from "./connection.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { read } from "./read.ts";
import { relatedPage } from "./related-page.ts";

const NewsItem = builder.prismaNode("NewsItem", {
  description: "A news article.",
  id: { field: "id" },
  select: { id: true },
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    newsItemId: t.exposeInt("id", { description: "The number of the article. `id` is the global id." }),
    title: t.exposeString("title", { description: "The title of the article." }),
    url: t.exposeString("url", { description: "The URL of the article." }),
    summary: t.exposeString("summary", {
      description: "A summary of the article in a few sentences; empty if the source gives none.",
    }),
    image: t.exposeString("image", { description: "The URL of an image; empty if there is none." }),
    publisher: t.exposeString("publisher", { description: "The name of the publisher; empty if it is unknown." }),
    sentiment: t.exposeFloat("sentiment", {
      description: "The sentiment of the article, −1 (negative) to 1 (positive).",
    }),
    publishedAt: t.expose("publishedAt", {
      description: "When the article was published, as precisely as `datePrecision` says.",
      type: "DateTime",
    }),
    datePrecision: t.exposeInt("datePrecision", {
      description: "The precision of `publishedAt`: 1 for the year, 2 for the month, 3 for the day, 4 for the minute.",
    }),
    dateText: t.string({
      description: "`publishedAt` as ISO 8601 text in its known precision, such as `2026-03`.",
      select: { publishedAt: true, datePrecision: true },
      resolve: ({ publishedAt, datePrecision }) => dateText(publishedAt, datePrecision),
    }),
  }),
});

defineNode("NewsItem", {
  authScopes: { anyScope: ["impact:read"] },
  keyOf: numberKey,
  find: async (ids, context, query) =>
    byKey(await read(context).newsItem.findMany({ ...query, where: { id: { in: ids } } }), ({ id }) => id),
});

const NewsLinkMethod = builder.enumType("NewsLinkMethod", {
  description: "How the link between an article and a company was found.",
  values: {
    DOMAIN: {
      value: "domain",
      description: "The article is from the company's own site, names its domain, or links to it.",
    },
    NAME: { value: "name", description: "The article names the company." },
  } as const,
});

/** An article in a list; in a company's list with what links it to the company. */
type ListedNews = { newsItem: typeof NewsItem.$inferType } & Partial<
  Pick<CompanyNews, "method" | "quote" | "confidence" | "sentiment">
>;

const NewsItemConnection = defineConnection<ListedNews>(
  "NewsItem",
  NewsItem,
  ({ newsItem }) => newsItem,
  (t) => ({
    method: t.field({
      type: NewsLinkMethod,
      nullable: true,
      description:
        "How the link between the article and the company was found; null if the article was imported with the link, and in lists other than `Company.news`.",
      resolve: ({ row }) => (row.method === "domain" || row.method === "name" ? row.method : null),
    }),
    quote: t.string({
      nullable: true,
      description:
        "The words of the article that name the company; null if there are none, and in lists other than `Company.news`.",
      resolve: ({ row }) => row.quote || null,
    }),
    confidence: t.float({
      nullable: true,
      description: "The confidence of the link, 0–1; null in lists other than `Company.news`.",
      resolve: ({ row }) => row.confidence ?? null,
    }),
    sentiment: t.float({
      nullable: true,
      description:
        "The sentiment of the sentences that name the company, −1 (negative) to 1 (positive); null if no sentence names it, and in lists other than `Company.news`.",
      resolve: ({ row }) => row.sentiment ?? null,
    }),
  }),
);

const listed = (newsItem: typeof NewsItem.$inferType): ListedNews => ({ newsItem });

const NEWEST = [{ publishedAt: "desc" }, { id: "desc" }] as const;

builder.prismaObjectFields(NewsItem, (t) => ({
  copies: t.field({
    type: NewsItemConnection,
    description:
      "The other articles of the same story, earliest first: articles with nearly the same words within days, such as copies of an agency report. Lists of news have only one article of each story.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<ListedNews>({
      relation: "retellings",
      query: () => ({ orderBy: [{ publishedAt: "asc" }, { url: { sort: "asc", compare: "bytewise" } }] }),
      rowOf: listed,
    }),
  }),
}));

builder.prismaObjectFields(Company, (t) => ({
  news: t.field({
    type: NewsItemConnection,
    description:
      "Articles about the company, newest first. Of each story, the list has only the earliest article about the company.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<ListedNews>({
      relation: "news",
      query: () => ({ where: { isCopy: false }, orderBy: [{ publishedAt: "desc" }, { newsItemId: "desc" }] }),
      rows: { node: "newsItem", columns: ["method", "quote", "confidence", "sentiment"] },
    }),
  }),
}));

builder.prismaObjectFields(Market, (t) => ({
  news: t.field({
    type: NewsItemConnection,
    description: "Articles about the market's companies, newest first. Of each story, the list has only one article.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<ListedNews>({ relation: "news", query: () => ({ orderBy: NEWEST }), rowOf: listed }),
  }),
}));
