import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { countBlocked, holdTable, untilBlocked } from "../support/hold-table.ts";
import { type SessionServer, startSessionServer } from "./session-server.ts";

const WAIT_SECONDS = 2;
const AT_ONCE = 2;

/** 100 markets with 100 companies each. */
const COSTLY = "{ markets(first: 100) { edges { node { companies(first: 100) { edges { rank } } } } } }";
const PLAIN = "{ markets(first: 1) { edges { node { name } } } }";

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer({
    COSTLY_OPERATION_WAIT_SECONDS: String(WAIT_SECONDS),
    MAX_COSTLY_OPERATIONS: String(AT_ONCE),
    DATABASE_CONNECTIONS: "8",
  });
});
afterAll(() => server?.stop());

const keyOf = async (teamId: number) => (await server.keyOf(teamId)).key;
const team = async () => {
  const { teamId } = await server.system.team();
  return { key: await keyOf(teamId), another: await keyOf(teamId) };
};
const ask = (key: string, query = COSTLY) => server.graph({ key }, query);
/** The status of a plain query, or the errors that GraphQL answers with 200. */
const plain = async (key: string) => {
  const { status: code, body } = await ask(key, PLAIN);
  return body.errors ?? code;
};
const status = async (asked: ReturnType<typeof ask>) => {
  const { status: code, body, headers } = await asked;
  return [code, body.errors?.[0].extensions.code, headers.get("retry-after")];
};

/** How many statements wait for the table that the test holds. */
const blocked = () => countBlocked(server.db, "market_companies");

/** Long enough for what may run to have reached the table. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 500));

it("a team has one costly operation at a time beside other teams, by whichever key, and others do not wait for it", async () => {
  const [many, other] = [await team(), await team()];
  for (const key of [many.key, other.key]) expect(await plain(key)).toBe(200);
  const release = await holdTable(server.db, "market_companies", "ACCESS EXCLUSIVE");
  const asked = [ask(many.key), ask(many.another), ask(many.key)];
  await untilBlocked(server.db, "market_companies");
  await soon();
  expect(await blocked()).toBe(1);
  // Its plain queries go on, and another team's costly one.
  expect(await plain(many.key)).toBe(200);
  const theirs = ask(other.key);
  await vi.waitUntil(async () => (await blocked()) === 2, { timeout: 10_000 });
  await release();
  expect((await theirs).status).toBe(200);
  await Promise.all(asked);
});

it("the next costly operation of a team waits as long as the one before took", async () => {
  const [mine, other] = [await team(), await team()];
  for (const key of [other.key, mine.key]) expect(await plain(key)).toBe(200);
  const release = await holdTable(server.db, "market_companies", "ACCESS EXCLUSIVE");
  const first = ask(mine.key);
  await untilBlocked(server.db, "market_companies");
  await soon();
  await release();
  expect((await first).status).toBe(200);
  const began = performance.now();
  expect((await ask(mine.key)).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(400);
});

it("who waits too long is told so: 429 behind the own team, 503 behind others", async () => {
  const teams = await Promise.all(Array.from({ length: AT_ONCE + 1 }, team));
  for (const { key } of teams) expect(await plain(key)).toBe(200);
  const release = await holdTable(server.db, "market_companies", "ACCESS EXCLUSIVE");
  const [first, second, third] = teams.map(({ key }) => key) as [string, string, string];
  const running = [ask(first), ask(second)];
  await vi.waitUntil(async () => (await blocked()) === AT_ONCE, { timeout: 10_000 });
  const [behindOwn, behindOthers] = await Promise.all([status(ask(first)), status(ask(third))]);
  expect(behindOwn).toEqual([429, "RATE_LIMITED", "1"]);
  expect(behindOthers).toEqual([503, "SERVICE_UNAVAILABLE", expect.stringMatching(/^\d+$/)]);
  expect(await plain(third)).toBe(200);
  await release();
  expect(await Promise.all(running.map(async (one) => (await one).status))).toEqual([200, 200]);
});

it("a late page is costly, however short it is", async () => {
  const { key } = await team();
  const cost = async (offset: number) => {
    const { body } = await server.graph(
      { key, headers: { "graphql-cost": "1" } },
      `{ events(first: 1, offset: ${offset}) { totalCount } }`,
    );
    return body.extensions.cost.points;
  };
  expect([await cost(0), await cost(100_000)]).toEqual([1, 11]);
});
