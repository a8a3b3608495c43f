import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GlobalIdsDocument, MarketsNamedDocument } from "#generated/tests/graphql";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { seedMarkets } from "./market-seeds.ts";

let system: TestSystem;
let mine: { teamId: number; key: string };
let others: { teamId: number; key: string };
let marketIds: number[];

beforeAll(async () => {
  system = await startSystem();
  mine = await system.team();
  others = await system.team();
  marketIds = await seedMarkets(system.database.db, mine.teamId, 1, 2);
  await seedMarkets(system.database.db, others.teamId, 1, 2);
});
afterAll(() => system.stop());

describe("another team's key", () => {
  it("gets NOT_FOUND for a market, exactly as for one that does not exist", async () => {
    const query = "query ($id: Int!) { market(marketId: $id) { name } }";
    const foreign = await system.graph(others.key, query, { id: marketIds[0] });
    const missing = await system.graph(others.key, query, { id: 999_999 });
    expect(foreign.data).toEqual({ market: null });
    expect(foreign.errors?.[0]).toMatchObject({
      message: `Not Found: market ${marketIds[0]}`,
      extensions: { code: "NOT_FOUND" },
    });
    expect(missing.errors?.[0]).toMatchObject({
      message: "Not Found: market 999999",
      extensions: { code: "NOT_FOUND" },
    });
  });

  it("gets nothing by global id, and its own markets alone in lists", async () => {
    const own = present((await system.answer(mine.key, GlobalIdsDocument, { marketId: marketIds[0] ?? 0 })).market);
    const form =
      "query ($id: ID!) { node(id: $id) { ... on CriteriaVersion { criteria { form { anyOf { head } } } } } }";
    const id = own.criteriaHistory[0]?.id;
    expect((await system.graph(mine.key, form, { id })).data).toEqual({
      node: { criteria: { form: { anyOf: [{ head: "kites" }] } } },
    });
    expect((await system.graph(others.key, form, { id })).data).toEqual({ node: null });
    const node = await system.graph(others.key, "query ($id: ID!) { node(id: $id) { id ... on Market { name } } }", {
      id: own.id,
    });
    expect(JSON.stringify(node)).not.toContain("Market 0");
    expect(node.data).toEqual({ node: null });
    expect((await system.answer(others.key, MarketsNamedDocument, {})).markets.totalCount).toBe(1);
  });

  it.each([
    ["discoveryJob", "query ($id: Int!) { discoveryJob(jobId: $id) { jobId } }"],
    ["team", "query ($id: Int!) { team(teamId: $id) { name } }"],
  ])("gets null from %s", async (_field, query) => {
    const job = await system.database.db.prisma.job.findFirstOrThrow({ where: { marketId: marketIds[0] ?? 0 } });
    const { data } = await system.graph(others.key, query, { id: query.includes("team(") ? mine.teamId : job.id });
    expect(Object.values(data ?? {})).toEqual([null]);
  });

  it.each([
    [
      "extendDiscovery",
      'mutation ($id: Int!) { extendDiscovery(input: { marketId: $id, searchCriteria: { userPrompt: "rotor blades" } }) { job { jobId } } }',
    ],
    ["cancelDiscovery", "mutation ($id: Int!) { cancelDiscovery(input: { marketId: $id }) { jobId } }"],
    ["publishMarket", "mutation ($id: Int!) { publishMarket(input: { marketId: $id }) { jobs { jobId } } }"],
  ])("cannot %s, and nothing is written", async (_field, mutation) => {
    const { prisma } = system.database.db;
    const before = await prisma.workflowRun.count();
    const { errors } = await system.graph(others.key, mutation, { id: marketIds[0] });
    expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(await prisma.workflowRun.count()).toBe(before);
  });

  it("gets an error instead of the progress of a market that is not its own", async () => {
    const response = await fetch(`${system.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream", "x-api-key": others.key },
      body: JSON.stringify({ query: `subscription { discoveryProgress(marketId: ${marketIds[0]}) { message } }` }),
    });
    expect(await response.text()).toContain("NOT_FOUND");
  });
});

describe("a key without the scope", () => {
  it("is told FORBIDDEN before anything is said about its input", async () => {
    const reader = await system.key(mine.teamId, ["discovery:read"]);
    const mutation = "mutation { startDiscovery(input: { searchCriteria: {} }) { job { jobId } } }";
    const { errors } = await system.graph(reader, mutation);
    expect(errors?.[0]).toMatchObject({ message: "Forbidden", extensions: { code: "FORBIDDEN" } });
  });

  it("reads of a market what its scope covers, and not its companies", async () => {
    const reader = await system.key(mine.teamId, ["discovery:read"]);
    const covered = await system.graph(reader, "query ($id: Int!) { market(marketId: $id) { criteria { count } } }", {
      id: marketIds[0],
    });
    expect(covered.data).toEqual({ market: { criteria: { count: 25 } } });
    const { errors } = await system.graph(
      reader,
      "query ($id: Int!) { market(marketId: $id) { companies { totalCount } } }",
      { id: marketIds[0] },
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});

describe("no valid key", () => {
  it.each([
    ["none", undefined],
    ["a malformed one", "mk_test_x"],
    ["one with a wrong secret", `mk_test_AAAAAAAA_${"B".repeat(38)}`],
  ])("%s is 401 UNAUTHORISED", async (_case, key) => {
    const response = await fetch(`${system.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === undefined ? {} : { "x-api-key": key }) },
      body: JSON.stringify({ query: "{ viewer { keyPrefix } }" }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errors: [{ message: "API Key is missing or invalid", extensions: { code: "UNAUTHORISED" } }],
    });
  });

  it("is what a revoked key and an expired team soon have", async () => {
    const team = await system.team();
    const ask = async () => (await system.graph(team.key, "{ viewer { keyPrefix } }")).errors?.[0]?.extensions.code;
    expect(await ask()).toBeUndefined();
    await system.database.db.prisma.team.update({
      where: { id: team.teamId },
      data: { accessExpiresAt: new Date(Date.now() - 1000) },
    });
    await expect.poll(ask, { interval: 10 }).toBe("FORBIDDEN");
    await system.database.db.prisma.apiKey.updateMany({
      where: { teamId: team.teamId },
      data: { revokedAt: new Date() },
    });
    await expect.poll(ask, { interval: 10 }).toBe("UNAUTHORISED");
  });
});

describe("limits", () => {
  it("refuses a query that asks for too much, and pages out of bounds, saying why", async () => {
    const deep = `{ markets(first: 100) { edges { node { companies(first: 100) { edges { node { name } } } ${Array.from({ length: 10 }, (_, i) => `c${i}: companies(first: 100) { edges { node { name domain country city } } }`).join(" ")} } } } }`;
    expect((await system.graph(mine.key, deep)).errors?.[0]).toMatchObject({
      message: expect.stringContaining("too large"),
      extensions: { code: "INVALID_INPUT" },
    });
    expect((await system.graph(mine.key, "{ markets(first: 101) { totalCount } }")).errors?.[0]?.message).toContain(
      "first must be 1–100",
    );
    expect(
      (await system.graph(mine.key, '{ markets(after: "x") { edges { cursor } } }')).errors?.[0]?.message,
    ).toContain("is not a cursor");
  });
});
