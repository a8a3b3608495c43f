import { print } from "graphql";
import {
  CompanyNewsDocument,
  type CompanyNewsQuery,
  ListEventsDocument,
  type ListEventsQuery,
  MarketCompaniesDocument,
  type MarketCompaniesQuery,
  SearchCompaniesDocument,
  type SearchCompaniesQuery,
} from "#generated/operations/graphql";

/** A request over HTTP. */
export interface Sent {
  method: "GET" | "POST";
  path: string;
  body?: string;
}

/** One list of `/v2`, and the query of `/graphql` for the same records: the one that `/v2` itself runs. */
export interface RestList {
  name: string;
  rest: Sent;
  graphql: Sent;
  /** What tells the records of both answers. */
  recordsOfRest(answer: unknown): unknown[];
  recordsOfGraphql(data: unknown): unknown[];
}

const graphql = (document: Parameters<typeof print>[0], variables: object): Sent => ({
  method: "POST",
  path: "/graphql",
  body: JSON.stringify({ query: print(document), variables }),
});

const PAGE_SIZE = 25;
const KEYWORD = "wind turbines";

/** Lists of a market, and of a company of it. */
export const listsOf = (marketId: number, domain: string): RestList[] => [
  {
    name: "companies of a market",
    rest: { method: "GET", path: `/v2/markets/${marketId}/companies?pageSize=${PAGE_SIZE}` },
    graphql: graphql(MarketCompaniesDocument, { marketId, orderBy: "RANK", first: PAGE_SIZE }),
    recordsOfRest: (answer) =>
      (answer as { data: { company: { domain: string } }[] }).data.map(({ company }) => company.domain),
    recordsOfGraphql: (data) =>
      (data as MarketCompaniesQuery).market?.companies.edges.map(({ node }) => node.domain) ?? [],
  },
  {
    name: "news of a company",
    rest: { method: "GET", path: `/v2/impact/companies/${domain}/news?limit=${PAGE_SIZE}` },
    graphql: graphql(CompanyNewsDocument, { identifier: domain, first: PAGE_SIZE }),
    recordsOfRest: (answer) => (answer as { pageUrl: string }[]).map(({ pageUrl }) => pageUrl),
    recordsOfGraphql: (data) => (data as CompanyNewsQuery).company?.news.edges.map(({ node }) => node.url) ?? [],
  },
  {
    name: "events",
    rest: { method: "GET", path: `/v2/events-monitor/events?pageSize=${PAGE_SIZE}` },
    graphql: graphql(ListEventsDocument, { first: PAGE_SIZE, offset: 0 }),
    recordsOfRest: (answer) => (answer as { data: { _id: string }[] }).data.map(({ _id }) => _id),
    recordsOfGraphql: (data) => (data as ListEventsQuery).events.edges.map(({ node }) => String(node.eventId)),
  },
  {
    name: "company search",
    rest: {
      method: "POST",
      path: "/v2/impact/search",
      body: JSON.stringify({ searchType: "keywordSearch", keyword: KEYWORD, perPage: PAGE_SIZE }),
    },
    graphql: graphql(SearchCompaniesDocument, { search: { keyword: KEYWORD }, first: PAGE_SIZE, offset: 0 }),
    recordsOfRest: (answer) => (answer as { data: { domain: string }[] }).data.map(({ domain: found }) => found),
    recordsOfGraphql: (data) => (data as SearchCompaniesQuery).companies.edges.map(({ node }) => node.domain),
  },
];
