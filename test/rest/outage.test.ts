import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy.ts";
import { untilBlocked } from "../support/hold-table.ts";
import { eventually } from "../support/system.ts";
import { type Answer, CRITERIA, type RestServer, startMarket, startRestServer } from "./server.ts";

let server: RestServer;
let proxy: DatabaseProxy;
let marketId: number;
beforeAll(async () => {
  server = await startRestServer({}, async (databaseUrl) => {
    proxy = await startDatabaseProxy(databaseUrl);
    return proxy.url;
  });
  marketId = await startMarket(server);
});
afterAll(async () => {
  proxy.set("open");
  await server?.stop();
  await proxy.stop();
});

const isReady = async () => (await server.ask("GET", "/readyz")).status === 200;
beforeEach(async () => {
  proxy.set("open");
  await eventually(isReady, (ready) => ready, 10_000);
});

const graph = (accept: string) =>
  server.ask("POST", "/graphql", {
    body: { query: `{ market(marketId: ${marketId}) { name } }` },
    headers: { accept },
  });

/** Every way in, each asked once. */
const DOORS: Record<string, () => Promise<Answer>> = {
  "/v2, reading": () => server.ask("GET", `/v2/discovery/${marketId}/status`),
  "/v2, writing": () => server.ask("POST", "/v2/discovery/start", { body: { searchCriteria: CRITERIA } }),
  "/graphql": () => graph("application/graphql-response+json"),
  "/graphql, in plain JSON": () => graph("application/json"),
  "/trpc": () => server.ask("GET", `/trpc/discoveryStatus?input=${encodeURIComponent(`{"marketId":${marketId}}`)}`),
  "/readyz": () => server.ask("GET", "/readyz"),
  "/.well-known/jwks.json": () => server.ask("GET", "/.well-known/jwks.json"),
};

/** Asks at every door at once. Resolves to what each answered, with the time it took in ms. */
async function atEveryDoor() {
  const started = Date.now();
  const asked = Object.entries(DOORS).map(async ([door, ask]) => {
    const { status, headers, body } = await ask();
    const code =
      body?.errorCode ?? body?.errors?.[0]?.extensions.code ?? body?.error?.data.errorCode ?? body?.postgresql;
    return [door, { status, code, retryAfter: headers.get("retry-after"), ms: Date.now() - started }] as const;
  });
  return Object.fromEntries(await Promise.all(asked));
}

const UNAVAILABLE = { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: "5" };
const unavailable = (withinMs: number) =>
  Object.fromEntries(
    Object.keys(DOORS).map((door) => [
      door,
      {
        ...UNAVAILABLE,
        ...(door === "/readyz" ? { code: "down" } : {}),
        ms: expect.toSatisfy((ms: number) => ms <= withinMs, `at most ${withinMs} ms`),
      },
    ]),
  );

/** Somebody else's transaction, in which nobody can make a market. */
async function lockMarkets() {
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("LOCK TABLE markets IN EXCLUSIVE MODE");
  return { end: () => holder.end() };
}

const start = (idempotencyKey: string) =>
  server.ask("POST", "/v2/discovery/start", {
    body: { searchCriteria: CRITERIA },
    headers: { "idempotency-key": idempotencyKey },
  });

describe("a database that hangs", () => {
  it("is 503 with Retry-After at every door within five seconds, at once from then on, and over when it answers again", async () => {
    proxy.set("silent");
    expect(await atEveryDoor()).toEqual(unavailable(5_000));
    expect(await atEveryDoor()).toEqual(unavailable(3_500));
    proxy.set("open");
    const backSince = Date.now();
    await eventually(isReady, (ready) => ready, 10_000);
    expect(Date.now() - backSince).toBeLessThan(5_000);
    expect((await DOORS["/v2, reading"]?.())?.status).toBe(200);
  });
});

describe("a database that is killed", () => {
  it("is 503 with Retry-After at every door, and over when it is back", async () => {
    proxy.set("gone");
    expect(await atEveryDoor()).toEqual(unavailable(5_000));
  });
});

describe("a table that somebody has locked", () => {
  it("is 503 within five seconds too", async () => {
    const locked = await lockMarkets();
    const started = Date.now();
    const { status, headers, body } = await start("locked");
    await locked.end();
    expect(Date.now() - started).toBeLessThan(5_000);
    expect({ status, code: body.errorCode, retryAfter: headers.get("retry-after") }).toEqual(UNAVAILABLE);
  });
});

describe("a request that an outage interrupts", () => {
  it.each(["silent", "gone"] as const)(
    "may be repeated at once under its Idempotency-Key, and is done once (%s)",
    async (way) => {
      const before = await server.db.prisma.market.count();
      const locked = await lockMarkets();
      const interrupted = start(way);
      // The request is in the middle of its transaction.
      await untilBlocked(server.db);
      proxy.set(way);
      expect((await interrupted).status).toBe(503);
      proxy.set("open");
      await locked.end();
      await eventually(isReady, (ready) => ready, 10_000);
      // A database known to hang is asked nothing, so the key was not given back: it is free because its process lost its connection.
      // One that is gone may be back before that is known.
      const record = await server.db.prisma.idempotencyRecord.findFirst({ where: { key: way } });
      if (way === "silent") expect(record?.leasedUntil.getTime()).toBeGreaterThan(Date.now());
      expect((await start(way)).status).toBe(200);
      expect(await server.db.prisma.market.count()).toBe(before + 1);
    },
  );
});
