import type { GraphQLField, GraphQLObjectType } from "graphql";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { LISTED_RELATION } from "#schema/related-page";
import { PreparedQuery } from "#server/answers/prepared-query";
import { QUERIES as QUERIES_OF_BENCH } from "../../bench/graph/queries.ts";
import { seedCompany, seedEsgItem, seedEvent, seedExtension, seedMarket, seedNews } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { type KnownValues, QueryMaker, type RandomQuery } from "./random-queries.ts";

let system: TestSystem;
let key: string;
let keys: string[];
let values: KnownValues;

/** More of them, or others: `GRAPH_QUERIES=2000 GRAPH_SEED=2 npx vitest run test/graph/direct-answers.test.ts`. */
const QUERIES = Number(process.env.GRAPH_QUERIES ?? 200);
const SEED = Number(process.env.GRAPH_SEED ?? 1);

/** Of several lists and orders. */
async function cursors(id: number): Promise<unknown[]> {
  const query = `query q($id: Int!) { market(marketId: $id) { companies(first: 2) { pageInfo { endCursor } } jobs(first: 1) { pageInfo { endCursor } }
    byName: companies(first: 2, orderBy: NAME) { pageInfo { endCursor } } news(first: 1) { pageInfo { endCursor } } } markets(first: 1) { pageInfo { endCursor } } }`;
  const { data } = JSON.parse((await ask({ query, variables: { id } }, key)).body);
  return [...Object.values(data.market), data.markets].map((list) => (list as typeof data.markets).pageInfo.endCursor);
}

beforeAll(async () => {
  system = await startSystem({ environment: { RATE_LIMIT_PER_MINUTE: "0" } });
  const { db } = system.database;
  const { teamId } = await system.team();
  const others = await system.team();
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  keys = [
    ...Array.from({ length: 6 }, () => key),
    await system.key(others.teamId, SCOPES, ["events-monitor"]),
    await system.key(teamId, ["markets:read"]),
    await system.key(null, SCOPES, ["events-monitor"]),
  ];
  const companyIds: number[] = [];
  for (let i = 0; i < 6; i++)
    companyIds.push(
      (
        await seedCompany(db, `kites-${i}.com`, {
          name: `“Kites” \\ ${i} \u2028\t– 凧 🪁`,
          country: i % 2 === 0 ? "DE" : null,
          keywords: ["a", 'b"', "paragliders"],
          employees: i * 7,
          revenueUsd: [-0, 1e21, 1.5e-7, 1e15, null, 0.000_015][i] ?? null,
          naicsCodes: [111_110],
        })
      ).id,
    );
  const marketIds = [
    await seedMarket(db, teamId, companyIds, "All"),
    await seedMarket(db, teamId, companyIds.slice(0, 3), "Few"),
    await seedMarket(db, others.teamId, companyIds.slice(2, 4), "Theirs"),
  ];
  await seedExtension(db, marketIds[0] ?? 0, { userPrompt: "more", features: ["kites"] }, []);
  await seedNews(db, companyIds.slice(0, 3), 4, "own");
  for (const companyId of companyIds) await seedEsgItem(db, companyId, `https://paper.com/${companyId}`);
  const seenAt = new Date("2026-05-01T10:00:00.120Z");
  for (const [i, companyId] of companyIds.slice(0, 4).entries()) {
    const role = { role: `Head ${i}`, rank: i, isFormer: i === 2 };
    await db.prisma.person.create({
      data: {
        ...role,
        companyId,
        name: `Ada “${i}”`,
        nameKey: `ada ${i}`,
        firstSeenAt: seenAt,
        lastSeenAt: seenAt,
        sightings: {
          create: ["a", "b"].map((page) => ({
            ...role,
            name: "Ada",
            url: `https://paper.com/${page}`,
            quote: `Ada ${i}.`,
            retrievedAt: seenAt,
          })),
        },
      },
    });
  }
  const reviewedBy = "00000000-0000-4000-8000-000000000001";
  await db.prisma.marketReview.create({
    data: {
      marketId: marketIds[0] ?? 0,
      companyId: companyIds[1] ?? 0,
      isAccepted: true,
      reviewedBy,
      reviewedAt: seenAt,
    },
  });
  const eventId = await seedEvent(db, {
    title: "Storm",
    companyIds: companyIds.slice(0, 2),
    observations: 3,
    datapoints: ["Wind"],
    alertTypes: ["Weather"],
  });
  for (const [i, scheme] of (["lei", "duns"] as const).entries())
    await db.prisma.identifierMapping.create({
      data: {
        scheme,
        value: `9${i}`,
        source: "a table",
        file: "a.csv",
        line: i,
        companies: {
          create: companyIds.slice(i, 2).map((companyId) => ({ companyId, scheme, value: `9${i}`, method: "name" })),
        },
      },
    });
  const collection = await db.prisma.collection.create({ data: { teamId, name: "Ours" } });
  const job = await db.prisma.job.findFirstOrThrow({ where: { marketId: marketIds[0] ?? 0 } });
  const globalIds = [
    ...marketIds.map((id) => `Market:${id}`),
    ...companyIds.slice(0, 2).map((id) => `Company:${id}`),
    `Event:${eventId}`,
    `DiscoveryJob:${job.id}`,
    `Team:${teamId}`,
    "Company:999999",
    "Nothing:1",
  ].map((id) => Buffer.from(id).toString("base64"));
  values = {
    marketId: [...marketIds, 999_999],
    teamId: [teamId, others.teamId],
    collectionId: [collection.id, 999_999],
    jobId: [job.id, 999_999],
    identifier: ["kites-1.com", "kites-2.com", "nobody.com"],
    id: globalIds,
    ids: [globalIds.slice(0, 4), globalIds.slice(2)],
    domain: ["kites-0.com", "nobody.com"],
    first: [1, 2, 3, 100, 0, null],
    "after: String": [...(await cursors(marketIds[0] ?? 0)), "x", null],
    offset: [0, 1, 50, null],
  };
});
afterAll(() => system?.stop());

const ask = async (
  { operationName = "q", ...asked }: RandomQuery & { operationName?: string },
  by: string,
  accept = "application/json",
) => {
  const response = await fetch(`${system.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", accept, "x-api-key": by },
    body: JSON.stringify({ ...asked, operationName }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !/^(?:x-request-id|date)$/.test(name)));
  return { status: response.status, headers, body: await response.text() };
};

/** Asks while nothing has a short path: the first answer of a costly query would take it, too. */
async function execute(...asked: Parameters<typeof ask>) {
  const shape = vi.spyOn(PreparedQuery.prototype, "shape").mockReturnValue(null);
  return ask(...asked).finally(() => shape.mockRestore());
}

/** Of an answer with errors what the executor itself repeats: which of several it reports, where they leave no data, is chance. */
const failure = (body: string) => {
  const { data, errors } = JSON.parse(body) as { data?: unknown; errors: { extensions?: { code: string } }[] };
  const codes = [...new Set(errors.map(({ extensions }) => extensions?.code))].toSorted();
  return data === null ? { data } : { data, codes };
};

/** Fields that PostgreSQL can write, and those of the root that lead to some. */
function isWritten({ name, extensions }: GraphQLField<unknown, unknown>, type: GraphQLObjectType): boolean {
  if (type.name === "Query") return ["market", "company", "event"].includes(name);
  const kept = ["pothosExposedField", "pothosPrismaRelationField", LISTED_RELATION];
  return (
    kept.some((extension) => extension in extensions) ||
    ["edges", "node", "totalCount", "cursor", "pageInfo"].includes(name) ||
    type.name === "PageInfo"
  );
}

/** Counts the queries that are answered without the executor, and why others are not. */
function watched() {
  const answer = PreparedQuery.prototype.answer;
  const seen = { answered: 0, reasons: new Map<string, number>() };
  vi.spyOn(PreparedQuery.prototype, "answer").mockImplementation(async function (this: PreparedQuery, ...asked) {
    try {
      const data = await answer.apply(this, asked);
      seen.answered += 1;
      return data;
    } catch (error) {
      const reason = String(error);
      seen.reasons.set(reason, (seen.reasons.get(reason) ?? 0) + 1);
      throw error;
    }
  });
  return seen;
}
afterEach(() => vi.restoreAllMocks());

describe("an answer that is written without the executor", () => {
  it("is the executor's to the byte, for random queries", async () => {
    const seen = watched();
    // The address of a download is signed anew each time.
    const maker = new QueryMaker(SEED, values, ({ name }) => name !== "download");
    let answered = 0;
    for (let i = 0; i < QUERIES; i++) {
      const asked = maker.query();
      const by = keys[i % keys.length] ?? key;
      const executed = await execute(asked, by);
      const direct = await ask(asked, by);
      if (executed.body.startsWith('{"data"')) expect(direct, JSON.stringify(asked)).toEqual(executed);
      else expect(failure(direct.body), JSON.stringify(asked)).toEqual(failure(executed.body));
      if (executed.body.startsWith('{"data"')) answered += 1;
    }
    if (process.env.GRAPH_QUERIES !== undefined) console.log({ ...seen, expected: answered });
    expect(answered).toBeGreaterThan(QUERIES / 5);
    expect(seen.answered).toBeGreaterThan(answered / 2);
  }, 600_000);

  it("is the executor's to the byte where PostgreSQL writes parts of it", async () => {
    const seen = watched();
    const isEvent = (id: unknown) => Buffer.from(String(id), "base64").toString().startsWith("Event:");
    const there = { marketId: values.marketId?.slice(0, 3) ?? [], identifier: values.identifier?.slice(0, 2) ?? [] };
    const maker = new QueryMaker(SEED + 1, { ...values, ...there, id: values.id?.filter(isEvent) ?? [] }, isWritten);
    let answered = 0;
    system.statements();
    for (let i = 0; i < QUERIES / 2; i++) {
      const asked = maker.query();
      const by = keys[i % keys.length] ?? key;
      const executed = await execute(asked, by);
      const direct = await ask(asked, by);
      if (!executed.body.startsWith('{"data"')) continue;
      expect(direct, JSON.stringify(asked)).toEqual(executed);
      answered += 1;
    }
    const texts = system.statements().filter((sql) => sql.includes(" AS text0")).length;
    if (process.env.GRAPH_QUERIES !== undefined) console.log({ ...seen, expected: answered, texts });
    expect(texts).toBeGreaterThan(answered / 3);
    expect(seen.answered).toBeGreaterThan(answered / 2);
  }, 600_000);

  it.each(
    QUERIES_OF_BENCH.filter(({ page }) => page === undefined).map(
      ({ name, ours, operationName }) => [name, ours, operationName] as const,
    ),
  )("is that of the bench: %s", async (_name, query, operationName) => {
    const seen = watched();
    const asked = { query, operationName, variables: query.includes("$id") ? { id: values.marketId?.[0] } : {} };
    const executed = await execute(asked, key);
    expect(executed.body).toMatch(/^\{"data":\{/);
    expect(await ask(asked, key)).toEqual(executed);
    expect([...seen.reasons.keys()]).toEqual([]);
    expect(seen.answered).toBe(1);
  });

  /** Lists whose objects come from a rule that knows only their ids, or from SQL of their own. */
  const COMPANY = "companyId domain name description location { country { code } } sizeDelta naicsDescriptions";
  it.each([
    [
      "company search",
      `companies(search: { keyword: "paragliders" }, first: 3) { totalCount pageInfo { endCursor hasNextPage } facets { countries(first: 2) { count } }
      edges { cursor score highlights { field text ranges { start } } evidence { quote } node { id __typename ${COMPANY} news(first: 2) { edges { node { title } } } } } }`,
      4,
    ],
    [
      "a search by domain",
      `companies(search: { searchType: DOMAIN, keyword: "kites-1.com" }) { edges { node { ${COMPANY} } } }`,
      3,
    ],
    [
      "two pages of one list of a company that is found",
      `companies(search: { keyword: "paragliders" }, first: 2) { edges { node { name
      a: news(first: 1) { totalCount edges { node { title } } } b: news(first: 2) { edges { cursor node { title url } } } } } }`,
      4,
    ],
    [
      "people",
      `market(marketId: $id) { people(first: 3) { totalCount pageInfo { endCursor } edges { cursor node { id name company { ${COMPANY} people { totalCount edges { node { name } } } }
      sources(first: 1) { totalCount edges { node { quote } } } } } } }`,
      5,
    ],
    [
      "the ids of companies that are found",
      `companies(search: { keyword: "paragliders" }) { edges { node { companyId } } }`,
      2,
    ],
    [
      "the numbers of a company",
      `market(marketId: $id) { companies { edges { node { identifiers { scheme value method file } } } } }`,
      1,
    ],
    [
      "ESG items",
      `market(marketId: $id) { esgItems(filter: { source: [EXTERNAL] }, first: 2) { totalCount unfilteredTotalCount edges { node { url company { ${COMPANY} } } } } }`,
      3,
    ],
    [
      "the events of a market",
      `market(marketId: $id) { events(filter: { minSeverity: 2 }) { totalCount unfilteredTotalCount edges { node { title } } } }`,
      1,
    ],
    [
      "the reviews of a market's companies",
      `market(marketId: $id) { companies { edges { node { domain } review { decision reason reviewedAt reviewedBy company { ${COMPANY} } } } } }`,
      2,
    ],
    [
      "the team of the key",
      "viewer { team { name theme isDemo featurePermissions explorerPermissions { table } users { totalCount } } }",
      2,
    ],
  ])("is the executor's for %s", async (_name, selected, most) => {
    const seen = watched();
    const asked = {
      query: `query q${selected.includes("$id") ? "($id: Int!)" : ""} { ${selected} }`,
      variables: { id: values.marketId?.[0] },
    };
    const executed = await execute(asked, key);
    expect(executed.body).toMatch(/^\{"data":\{.*"(?:node|team)":\{/);
    expect(await ask(asked, key)).toEqual(executed);
    system.statements();
    expect(await ask(asked, key)).toEqual(executed);
    expect(system.statements().length).toBeLessThanOrEqual(most);
    expect([...seen.reasons.keys()]).toEqual([]);
    expect(seen.answered).toBe(2);
  });

  it("is written although the first requests failed", async () => {
    const query = "query q($id: Int!) { market(marketId: $id) { name collection { name } } }";
    const [id, , theirs] = values.marketId ?? [];
    const narrow = await system.key(null, ["impact:read"]);
    for (const asked of [999_999, theirs, 999_999, theirs, 999_999])
      await ask({ query, variables: { id: asked } }, key);
    for (let i = 0; i < 5; i++) await ask({ query, variables: { id } }, narrow);
    const seen = watched();
    expect((await ask({ query, variables: { id } }, key)).body).toMatch(/^\{"data":\{/);
    expect(seen.answered).toBe(1);
  });

  it("is the executor's where an alias is the name of an object's prototype", async () => {
    const asked = {
      query: `query q($d: String!) { __proto__: company(identifier: $d) { name } company(identifier: $d) { __proto__: name toJSON: domain
        location { __proto__: country { code } } } }`,
      variables: { d: "kites-0.com" },
    };
    const executed = await execute(asked, key);
    expect(executed.body).toContain('"__proto__":"“Kites”');
    expect((await ask(asked, key)).body).toBe(executed.body);
  });

  it("leaves to the executor what is no JSON", async () => {
    const { db } = system.database;
    await db.pool.query("UPDATE news_items SET sentiment = 'NaN' WHERE id = (SELECT min(id) FROM news_items)");
    const asked = {
      query: "query q($d: String!) { company(identifier: $d) { news { edges { node { title sentiment } } } } }",
      variables: { d: "kites-0.com" },
    };
    const executed = await execute(asked, key);
    expect(executed.body).toContain('"path":["company","news","edges",0,"node","sentiment"]');
    expect((await ask(asked, key)).body).toBe(executed.body);
  });

  it("leaves no failure to the process, where one field of the root fails while another's objects are still to come", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.prependListener("unhandledRejection", note);
    // Of a key that may read markets alone.
    const narrow = keys[7] ?? key;
    const asked = {
      query: "query q($ids: [ID!]!) { platformSpend { costUsd } nodes(ids: $ids) { __typename id } }",
      variables: { ids: values.ids?.[1] },
    };
    for (let i = 0; i < 4; i++) await ask(asked, narrow);
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.removeListener("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
