import { childLoader } from "../src/db/children.ts";
import { companyNews, dateText, marketNews, type NewsItemRow } from "../src/news/news-lists.ts";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, defineConnection, pageOf } from "./connection.ts";
import { Market } from "./market.ts";
import { perRequest } from "./per-request.ts";

const NewsItem = builder.objectRef<NewsItemRow>("NewsItem").implement({
  description: "An article about companies.",
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

const NewsItemConnection = defineConnection<NewsItemRow>("NewsItem", NewsItem, (row) => row);

const newsOfCompanies = perRequest(({ db }) => childLoader<NewsItemRow, "newest">(db, companyNews));
const newsOfMarkets = perRequest(({ db }) => childLoader<NewsItemRow, "newest">(db, marketNews));

builder.objectField(Company, "news", (t) =>
  t.field({
    type: NewsItemConnection,
    description: "Articles about the company, newest first.",
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
    description: "Articles about the market's companies, each once, newest first.",
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
