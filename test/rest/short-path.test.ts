import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { PreparedQuery } from "#server/answers/prepared-query";
import { seedCompany, seedEsgItem, seedEvent, seedMarket, seedNews } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

const AUTHOR = "00000000-0000-4000-8000-000000000001";

let system: TestSystem;
let key: string;
let theirKey: string;
let teamId: number;
let marketId: number;
let smallId: number;
let companyId: number;
let collectionId: number;

beforeAll(async () => {
  system = await startSystem({ environment: { RATE_LIMIT_PER_MINUTE: "0" } });
  const { db } = system.database;
  ({ teamId } = await system.team());
  const others = await system.team();
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  theirKey = await system.key(others.teamId, SCOPES, ["events-monitor"]);
  const companyIds: number[] = [];
  for (const name of ["kites", "gliders", "sails"])
    companyIds.push((await seedCompany(db, `${name}.com`, { name: `The ${name} makers` })).id);
  companyId = companyIds[0] ?? 0;
  marketId = await seedMarket(db, teamId, companyIds);
  smallId = await seedMarket(db, teamId, companyIds.slice(0, 1), "Small");
  await seedNews(db, companyIds, 3);
  for (const companyId of companyIds) await seedEsgItem(db, companyId, `https://paper.com/${companyId}`);
  const [since, seenAt] = [new Date("2026-01-01"), new Date("2026-05-01")];
  for (const id of companyIds)
    await db.prisma.person.create({
      data: {
        companyId: id,
        name: "Ada Byron",
        nameKey: "ada byron",
        role: "Chief Executive Officer",
        isFormer: false,
        rank: 1,
        firstSeenAt: since,
        lastSeenAt: seenAt,
        sightings: {
          create: {
            url: `https://paper.com/${id}`,
            name: "Ada Byron",
            role: "CEO",
            isFormer: false,
            rank: 1,
            quote: "Ada Byron, CEO.",
            retrievedAt: seenAt,
          },
        },
      },
    });
  ({ id: collectionId } = await db.prisma.collection.create({ data: { teamId, name: "Ours" } }));
  await db.prisma.dossier.create({
    data: { teamId, collectionId, agentType: "theme", query: "Who?", createdBy: AUTHOR },
  });
  await db.prisma.user.create({
    data: {
      firstName: "Ada",
      lastName: "X",
      email: "ada@x.com",
      passwordHash: "x",
      memberships: { create: { teamId } },
    },
  });
  await seedEvent(db, { title: "Storm", companyIds, observations: 2, alertTypes: ["Weather"] });
});
afterAll(() => system?.stop());
afterEach(() => vi.restoreAllMocks());

const ask = async (method: string, path: string, by: string, body?: object) => {
  const response = await fetch(system.url + path, {
    method,
    headers: { "x-api-key": by, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

/** Reads of /v2, with the most statements that each may take: the page, the totals of its pagination, and what is looked up before. */
const READS: [name: string, method: string, path: () => string, statements: number, body?: object][] = [
  ["the companies of a market", "GET", () => `/v2/markets/${marketId}/companies`, 1],
  ["the ESG items of a market", "POST", () => `/v2/markets/${marketId}/esg`, 2, {}],
  ["filtered ESG items", "POST", () => `/v2/markets/${marketId}/esg`, 2, { filters: { source: ["External"] } }],
  ["the people of a market", "GET", () => `/v2/markets/${marketId}/people`, 4],
  ["the news of a company", "GET", () => "/v2/impact/companies/kites.com/news", 1],
  ["the news of a company by its number", "GET", () => `/v2/impact/companies/${companyId}/news`, 1],
  ["companies", "POST", () => "/v2/impact/search", 3, { searchType: "keywordSearch", keyword: "kites" }],
  ["companies by domain", "POST", () => "/v2/impact/search", 3, { searchType: "domainSearch", keyword: "kites.com" }],
  ["the events", "GET", () => "/v2/events-monitor/events", 2],
  ["the dossiers", "POST", () => `/v2/collections/${collectionId}/dossiers`, 3, {}],
  ["the criteria of a market", "GET", () => `/v2/discovery/${marketId}/search-criteria`, 1],
  ["the history of the criteria", "GET", () => `/v2/discovery/${marketId}/search-criteria/history`, 1],
  ["the users of a team", "GET", () => `/v2/teams/${teamId}/users`, 2],
];

describe("a read of /v2", () => {
  it.each(READS)("is answered by the graph's short path: %s", async (_name, method, path, most, body) => {
    const answer = vi.spyOn(PreparedQuery.prototype, "answer");
    expect((await ask(method, path(), key, body)).status).toBe(200);
    system.statements();
    const { status, body: told } = await ask(method, path(), key, body);
    expect(status).toBe(200);
    expect(Object.keys(told.data ?? told).length).toBeGreaterThan(0);
    expect(answer.mock.settledResults.map(({ type }) => type)).toEqual(["fulfilled", "fulfilled"]);
    expect(system.statements().length).toBeLessThanOrEqual(most);
  });

  it("tells another team nothing", async () => {
    for (const path of [`/v2/markets/${marketId}/companies`, `/v2/discovery/${marketId}/search-criteria`]) {
      expect((await ask("GET", path, key)).status).toBe(200);
      expect(await ask("GET", path, theirKey)).toMatchObject({ status: 404, body: { errorCode: "NOT_FOUND" } });
    }
  });

  it("has its own data in a batch of tRPC calls of the same document", async () => {
    const input = { 0: { marketId }, 1: { marketId: smallId }, 2: { marketId: 999_999 } };
    const calls = "marketCompanies,marketCompanies,marketCompanies";
    const { body } = await ask("GET", `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`, key);
    expect(body.map(({ result }: { result?: { data: { data: unknown[] } } }) => result?.data.data.length)).toEqual([
      3,
      1,
      undefined,
    ]);
    expect(body[2].error.data.errorCode).toBe("NOT_FOUND");
  });
});
