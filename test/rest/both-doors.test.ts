import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { seedCompany, seedEsgItem, seedEvent, seedMarket, seedNews } from "../support/impact.ts";
import { type RestServer, startRestServer } from "./server.ts";

/*
 * Every read through /v2 and the same read through GraphQL, by the same key on the same data. The values are equal, and
 * so are the codes and messages of failures.
 */

let server: RestServer;
let keys: string[];
let markets: (number | string)[];
let collections: (number | string)[];

beforeAll(async () => {
  server = await startRestServer();
  const { db } = server;
  keys = [
    await server.keyOf(server.teamId, SCOPES, ["events-monitor"]),
    server.otherKey,
    await server.keyOf(null, SCOPES, ["events-monitor"]),
    await server.keyOf(server.teamId, ["markets:read"]),
    await server.keyOf(server.teamId, ["impact:read", "teams:read", "discovery:read"]),
  ];
  const companies: number[] = [];
  for (const [i, country] of ["DE", "US", "AT", null].entries())
    companies.push(
      (
        await seedCompany(db, `kites-${i}.com`, {
          name: `Kites ${i}`,
          description: "Kites and gliders",
          country,
          employees: i === 3 ? null : 10 ** i,
          certifications: i === 0 ? ["ISO 9001"] : [],
          unverifiedCertifications: i === 1 ? ["Fairtrade"] : [],
        })
      ).id,
    );
  const marketId = await seedMarket(db, server.teamId, companies);
  const unfinished = await db.prisma.market.create({
    data: { teamId: server.teamId, name: "Unfinished", status: "discovering" },
  });
  markets = [marketId, await seedMarket(db, server.otherTeamId, []), unfinished.id, 2147483647];
  await seedNews(db, companies.slice(0, 2), 5);
  for (const [i, companyId] of companies.entries())
    await seedEsgItem(db, companyId, `https://paper.com/${i}`, {
      isInternal: i % 2 === 0,
      sentimentScore: i / 4 - 0.4,
      governance: i === 1 ? ["Board"] : [],
    });
  for (const title of ["Storm", "Calm"])
    await seedEvent(db, { title, alertTypes: [title], entities: [{ name: title, likelihood: 2, severity: 3 }] });
  const { id } = await db.prisma.collection.create({ data: { teamId: server.teamId, name: "Ours" } });
  const theirs = await db.prisma.collection.create({ data: { teamId: server.otherTeamId, name: "Theirs" } });
  collections = [id, theirs.id, "null", 2147483647];
  for (const collectionId of [id, id, null])
    await db.prisma.dossier.create({
      data: {
        teamId: server.teamId,
        collectionId,
        agentType: collectionId === null ? "company" : "theme",
        query: `About ${collectionId}`,
        createdBy: "00000000-0000-0000-0000-000000000000",
      },
    });
  for (const name of ["Ada", "Grace"])
    await db.prisma.user.create({
      data: {
        firstName: name,
        lastName: "X",
        email: `${name}@x.com`,
        passwordHash: "x",
        memberships: { create: { teamId: server.teamId } },
      },
    });
});
afterAll(() => server?.stop());

// Values are compared as clients without types see them.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Value = any;

interface Read {
  method: "GET" | "POST";
  path: string;
  body?: object;
  query: string;
  variables: object;
  /** The part of /v2's answer that is compared, and the same part of the graph's. */
  fromRest(body: Value): unknown;
  fromGraph(data: Value): unknown;
}

const nodes = (connection: Value) => connection.edges.map(({ node }: Value) => node);
const pageOf = ({ totalItems, unfilteredTotalItems, filteredTotalItems }: Value) => [
  filteredTotalItems ?? totalItems,
  filteredTotalItems === undefined ? unfilteredTotalItems : totalItems,
];
const counts = ({ totalCount, unfilteredTotalCount }: Value) => [totalCount, unfilteredTotalCount];
const paging = fc.record({ page: fc.integer({ min: 1, max: 3 }), pageSize: fc.integer({ min: 1, max: 4 }) });
const page = ({ page: number, pageSize }: { page: number; pageSize: number }) => ({
  first: pageSize,
  offset: (number - 1) * pageSize,
});

/** One arbitrary read of each endpoint. */
const reads: Record<string, () => fc.Arbitrary<Read>> = {
  E7: () =>
    fc.constantFrom(...markets).map((id) => ({
      method: "GET",
      path: `/v2/discovery/${id}/search-criteria/history`,
      query:
        "query ($id: Int!) { market(marketId: $id) { criteria { count } criteriaHistory { jobId criteria { userPrompt count marketName } } } }",
      variables: { id },
      fromRest: ({ data }) =>
        data.map(({ jobId, userPrompt, count, marketName }: Value) => [jobId, userPrompt, count, marketName]),
      fromGraph: ({ market }) =>
        market.criteriaHistory.map(({ jobId, criteria }: Value) => [jobId, ...Object.values(criteria)]),
    })),
  E8: () =>
    fc.constantFrom(...markets).map((id) => ({
      method: "GET",
      path: `/v2/discovery/${id}/search-criteria`,
      query:
        "query ($id: Int!) { market(marketId: $id) { criteria { userPrompt marketName marketType marketRole count locations { country address coordinates } createdAt } } }",
      variables: { id },
      fromRest: ({ data: { userPrompt, marketName, marketType, marketRole, count, locations, createdAt } }) => ({
        userPrompt,
        marketName,
        marketType,
        marketRole,
        count,
        locations,
        createdAt,
      }),
      fromGraph: ({ market }) => market.criteria,
    })),
  E9: () =>
    fc
      .record({
        id: fc.constantFrom(...markets),
        paging,
        source: fc.subarray(["Internal", "External"]),
        sentiment: fc.subarray(["Positive", "Neutral", "Negative"]),
        governance: fc.subarray(["board", "none"]),
      })
      .map(({ id, paging: at, source, sentiment, governance }) => ({
        method: "POST",
        path: `/v2/markets/${id}/esg`,
        body: { ...at, filters: { source, sentiment, governance } },
        query: `query ($id: Int!, $filter: EsgFilterInput, $first: Int, $offset: Int) { market(marketId: $id) {
          esgItems(filter: $filter, first: $first, offset: $offset) { totalCount unfilteredTotalCount edges { node {
            domain url title snippet publisher sentimentScore versionDate awards certifications labels { label category } } } } } }`,
        variables: {
          id,
          ...page(at),
          filter: {
            governance,
            source: source.map((value) => value.toUpperCase()),
            sentiment: sentiment.map((value) => value.toUpperCase()),
          },
        },
        fromRest: ({ metadata, data }) => [
          pageOf(metadata.pagination),
          data.map((item: Value) => [
            item.domain,
            item.URL,
            item.title,
            item.snippet,
            item.source,
            item.sentimentScore,
            item.versionDate,
            item.awards,
            item.certifications,
            item.esgLabels,
          ]),
        ],
        fromGraph: ({ market: { esgItems } }) => [counts(esgItems), nodes(esgItems).map(Object.values)],
      })),
  E10: () =>
    fc
      .record({
        id: fc.constantFrom(server.teamId, server.otherTeamId, 2147483647),
        paging,
        firstName: fc.constantFrom("", "a", "GRACE"),
        order: fc.constantFrom("asc", "desc"),
      })
      .map(({ id, paging: at, firstName, order }) => ({
        method: "GET",
        path: `/v2/teams/${id}/users?${new URLSearchParams({
          page: String(at.page),
          pageSize: String(at.pageSize),
          filters: JSON.stringify({ firstName }),
          sortBy: JSON.stringify([{ field: "firstName", order }]),
        })}`,
        query: `query ($id: Int!, $filter: TeamUserFilterInput, $sortBy: [TeamUserSortInput!], $first: Int, $offset: Int) { team(teamId: $id) {
          users(filter: $filter, sortBy: $sortBy, first: $first, offset: $offset) { totalCount edges { node { id: userId firstName lastName fullName email } } } } }`,
        variables: {
          id,
          ...page(at),
          filter: { firstName },
          sortBy: [{ field: "FIRST_NAME", order: order.toUpperCase() }],
        },
        fromRest: ({ metadata, data }) => [metadata.pagination.totalItems, data],
        fromGraph: ({ team: { users } }) => [users.totalCount, nodes(users)],
      })),
  E11: () =>
    fc
      .record({
        identifier: fc.constantFrom("kites-0.com", "www.kites-1.com", "kites-2.com", "nobody.com"),
        limit: fc.integer({ min: 1, max: 9 }),
      })
      .map(({ identifier, limit }) => ({
        method: "GET",
        path: `/v2/impact/companies/${identifier}/news?limit=${limit}`,
        query:
          "query ($id: String!, $first: Int) { company(identifier: $id) { news(first: $first) { edges { node { title url summary sentiment dateText datePrecision publishedAt image } } } } }",
        variables: { id: identifier, first: limit },
        fromRest: (items) =>
          items.map(({ name, pageUrl, summary, sentiment, estimatedDate, image }: Value) => [
            name,
            pageUrl,
            summary,
            sentiment,
            estimatedDate.str,
            estimatedDate.precision,
            new Date(estimatedDate.timestamp).toISOString(),
            image,
          ]),
        fromGraph: ({ company }) => nodes(company.news).map(Object.values),
      })),
  E12: () =>
    fc
      .record({
        id: fc.constantFrom(...collections),
        paging,
        agentTypes: fc.subarray(["company", "theme"]),
        field: fc.constantFrom("query", "agentId"),
      })
      .map(({ id, paging: at, agentTypes, field }) => ({
        method: "POST",
        path: `/v2/collections/${id}/dossiers?page=${at.page}&pageSize=${at.pageSize}`,
        body: { filters: { agentTypes }, sort: [{ field, order: "asc" }] },
        query: `query ($id: Int, $filter: DossierFilterInput, $sort: [DossierSortInput!], $first: Int, $offset: Int) {
          dossiers(collectionId: $id, filter: $filter, sort: $sort, first: $first, offset: $offset) { totalCount unfilteredTotalCount
            edges { node { agentId query createdBy createdAt lastModifiedAt } } } }`,
        variables: {
          id: id === "null" ? null : id,
          ...page(at),
          filter: { agentTypes: agentTypes.map((type) => type.toUpperCase()) },
          sort: [{ field: field === "query" ? "QUERY" : "AGENT_ID", order: "ASC" }],
        },
        fromRest: ({ metadata, data }) => [
          pageOf(metadata.pagination),
          data.map(({ agentId, query, createdBy, createdAt, lastModifiedAt }: Value) => ({
            agentId,
            query,
            createdBy,
            createdAt,
            lastModifiedAt,
          })),
        ],
        fromGraph: ({ dossiers }) => [counts(dossiers), nodes(dossiers)],
      })),
  E13: () =>
    fc
      .record({
        keyword: fc.constantFrom("kites", "gliders", "kiets", "kites-0.com", "nothing"),
        domain: fc.boolean(),
        location: fc.constantFrom("", "Germany", "Vienna", "US"),
        field: fc.constantFrom("score", "size", "nameOfFirm"),
        certifications: fc.subarray(["iso 9001", "fairtrade"]),
        includeUnverified: fc.boolean(),
        number: fc.integer({ min: 1, max: 2 }),
      })
      .map(({ keyword, domain, location, field, certifications, includeUnverified, number }) => ({
        method: "POST",
        path: "/v2/impact/search",
        body: {
          searchType: domain ? "domainSearch" : "keywordSearch",
          keyword,
          location,
          page: number,
          perPage: 10,
          filters: { certifications, includeUnverified },
          sort: { field, order: "desc" },
        },
        query: `query ($search: CompanySearchInput!, $first: Int, $offset: Int) { companies(search: $search, first: $first, offset: $offset) {
          totalCount edges { score node { domain name keywords certifications naicsCodes sizeBand { id label } location { country { name code } } } } } }`,
        variables: {
          search: {
            searchType: domain ? "DOMAIN" : "KEYWORD",
            keyword,
            location,
            filters: { certifications, includeUnverified },
            sort: { field: field === "nameOfFirm" ? "NAME" : field.toUpperCase(), order: "DESC" },
          },
          ...page({ page: number, pageSize: 10 }),
        },
        fromRest: ({ meta, data }) => [
          meta.totalItems,
          data.map((company: Value) => [
            company.score,
            company.domain,
            company.nameOfFirm,
            company.keywords,
            company.certifications,
            company.naicsCodes,
            [company.size.id, company.size.label],
            [company.location.country.name, company.location.country.code],
          ]),
        ],
        fromGraph: ({ companies }) => [
          companies.totalCount,
          companies.edges.map(({ score, node: { sizeBand, location: place, ...node } }: Value) => [
            score,
            ...Object.values(node),
            Object.values(sizeBand),
            Object.values(place.country),
          ]),
        ],
      })),
  E16: () =>
    fc
      .record({
        paging,
        alertTypes: fc.subarray(["storm", "Calm", "none"]),
        minSeverity: fc.constantFrom(0, 2, 3, 4),
        maxSeverity: fc.constantFrom(1, 3),
      })
      .map(({ paging: at, alertTypes, minSeverity, maxSeverity }) => ({
        method: "GET",
        path: `/v2/events-monitor/events?${new URLSearchParams({
          page: String(at.page),
          pageSize: String(at.pageSize),
          minSeverity: String(minSeverity),
          maxSeverity: String(maxSeverity),
          ...(alertTypes.length > 0 ? { alertTypes: alertTypes.join(",") } : {}),
        })}`,
        query: `query ($filter: EventFilterInput, $first: Int, $offset: Int) { events(filter: $filter, first: $first, offset: $offset) {
          totalCount unfilteredTotalCount edges { node { title lastUpdated impactedEntities { name likelihood severity } vectorIndex { embeddings } } } } }`,
        variables: { filter: { alertTypes, minSeverity, maxSeverity }, ...page(at) },
        fromRest: ({ meta, data }) => [
          pageOf(meta),
          data.map(({ title, lastUpdated, taxonomicMatches, vectorIndex }: Value) => [
            title,
            lastUpdated,
            taxonomicMatches.impactedEntities.map(({ name, impact }: Value) => [
              name,
              impact.likelihood,
              impact.severity,
            ]),
            vectorIndex.embeddings,
          ]),
        ],
        fromGraph: ({ events }) => [
          counts(events),
          nodes(events).map(({ title, lastUpdated, impactedEntities, vectorIndex }: Value) => [
            title,
            lastUpdated,
            impactedEntities.map(Object.values),
            vectorIndex.embeddings,
          ]),
        ],
      })),
};

async function throughGraph(key: string, { query, variables }: Read): Promise<Value> {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

describe("both doors", () => {
  it.each(Object.keys(reads))("give the same answer and the same failure: %s", async (name) => {
    const read = reads[name];
    if (read === undefined) throw new Error(name);
    await fc.assert(
      fc.asyncProperty(read(), fc.constantFrom(...keys), async (asked, key) => {
        const rest = await server.ask(asked.method, asked.path, {
          key,
          ...(asked.body === undefined ? {} : { body: asked.body }),
        });
        const graph = await throughGraph(key, asked);
        if (rest.status === 200) {
          expect(graph.errors).toBeUndefined();
          expect(asked.fromRest(rest.body)).toEqual(asked.fromGraph(graph.data));
        } else if (rest.body.errorCode === "FORBIDDEN") {
          // /v2 checks the scopes of the whole document before it looks anything up. The graph checks those of a field
          // when it reaches it, so a missing market is reported first.
          expect(["FORBIDDEN", "NOT_FOUND"]).toContain(graph.errors[0].extensions.code);
          expect(JSON.stringify(graph.data ?? null)).toMatch(/^(null|\{"\w+":(null|\{"\w+":null\})\})$/);
        } else {
          const [error] = graph.errors;
          expect([rest.body.errorCode, rest.body.message]).toEqual([error.extensions.code, error.message]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
