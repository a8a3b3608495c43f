import { childLoader } from "#foundation/db/children";
import {
  companyNews,
  dateText,
  type LinkedNewsRow,
  marketNews,
  type NewsItemRow,
  newsCopies,
  readNewsItems,
} from "#intelligence/news/news-lists";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

const NewsItem = builder.node(builder.objectRef<NewsItemRow>("NewsItem"), {
  description: "An article about companies.",
  id: { resolve: ({ id }) => id },
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    newsItemId: t.exposeInt("id"),
    title: t.exposeString("title"),
    url: t.exposeString("url"),
    summary: t.exposeString("summary"),
    image: t.exposeString("image", { description: 'Address of a picture, "" when there is none.' }),
    publisher: t.exposeString("publisher"),
    sentiment: t.exposeFloat("sentiment", { description: "−1 (negative) to 1 (positive)." }),
    publishedAt: t.expose("publishedAt", { type: "DateTime" }),
    datePrecision: t.exposeInt("datePrecision", {
      description: "How exactly `publishedAt` is known: 1 year, 2 month, 3 day, 4 minute.",
    }),
    dateText: t.string({
      description: "`publishedAt` as exactly as it is known: `2026-03`.",
      resolve: ({ publishedAt, datePrecision }) => dateText(publishedAt, datePrecision),
    }),
  }),
});

defineNode("NewsItem", {
  authScopes: { anyScope: ["impact:read"] },
  keyOf: numberKey,
  find: async (ids, { db }) => byKey(await readNewsItems(db, ids), ({ id }) => id),
});

const NewsLinkMethod = builder.enumType("NewsLinkMethod", {
  description: "How an article was found to be about a company.",
  values: {
    DOMAIN: { value: "domain", description: "It is from the company's own site, names its domain or links to it." },
    NAME: { value: "name", description: "It names the company." },
  } as const,
});

/** A row of a company's list, or one of a list that belongs to no company. */
type ListedNews = NewsItemRow & Partial<LinkedNewsRow>;

const NewsItemConnection = defineConnection<ListedNews>(
  "NewsItem",
  NewsItem,
  (row) => row,
  (t) => ({
    method: t.field({
      type: NewsLinkMethod,
      nullable: true,
      description:
        "In `Company.news`: how the article was found to be about the company; null where the link came with it.",
      resolve: ({ row }) => (row.method === "domain" || row.method === "name" ? row.method : null),
    }),
    quote: t.string({
      nullable: true,
      description: "In `Company.news`: the words of the article that name the company.",
      resolve: ({ row }) => row.quote || null,
    }),
    confidence: t.float({
      nullable: true,
      description: "In `Company.news`: how sure the link is, 0–1.",
      resolve: ({ row }) => row.confidence ?? null,
    }),
  }),
);

const newsOfCompanies = perRequest(({ db }) => childLoader<LinkedNewsRow, "newest">(db, companyNews));
const newsOfMarkets = perRequest(({ db }) => childLoader<NewsItemRow, "newest">(db, marketNews));
const copiesOfNews = perRequest(({ db }) => childLoader<NewsItemRow, "earliest">(db, newsCopies));

builder.objectField(NewsItem, "copies", (t) =>
  t.field({
    type: NewsItemConnection,
    description:
      "Other articles that tell the same in nearly the same words within days, such as copies of an agency's report, earliest first. Lists have one article of a story.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, args, context) => {
      const page = pageOf(args);
      const loader = copiesOfNews(context);
      return { rows: await loader.page(id, page, "earliest"), page, totalCount: () => loader.total(id) };
    },
  }),
);

builder.objectField(Company, "news", (t) =>
  t.field({
    type: NewsItemConnection,
    description:
      "Articles about the company, newest first; of a story that several publish, the earliest that is about the company.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, args, context) => {
      const page = pageOf(args);
      const loader = newsOfCompanies(context);
      return { rows: await loader.page(id, page, "newest"), page, totalCount: () => loader.total(id) };
    },
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  news: t.field({
    type: NewsItemConnection,
    description: "Articles about the market's companies, newest first, each story once.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: async ({ id }, args, context) => {
      const page = pageOf(args);
      const loader = newsOfMarkets(context);
      return { rows: await loader.page(id, page, "newest"), page, totalCount: () => loader.total(id) };
    },
  }),
}));
