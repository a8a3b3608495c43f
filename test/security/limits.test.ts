import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startApi } from "../../src/api.ts";
import { countBlocked, holdTable, untilBlocked } from "../support/hold-table.ts";
import {
  type Answer,
  cookieOf,
  newAddress,
  PASSWORD,
  type SessionServer,
  startSessionServer,
} from "./session-server.ts";

/** Points of one key: more than the other tests spend. */
const PER_MINUTE = 2_000;
const STREAMS_PER_KEY = 2;
const STREAMS = 3;
const REQUESTS_PER_KEY = 40;
/** A key's statements take all of them but one. */
const CONNECTIONS = 3;
/** How long the test of the pause holds up statements. */
const SLOW_MS = 1_000;

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer({
    TRUSTED_PROXIES: "1",
    PUBLIC_URL: "https://markets.example.com",
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    MAX_STREAMS_PER_KEY: String(STREAMS_PER_KEY),
    MAX_STREAMS: String(STREAMS),
    MAX_REQUESTS_PER_KEY: String(REQUESTS_PER_KEY),
    DATABASE_CONNECTIONS: String(CONNECTIONS),
  });
});
afterAll(() => server?.stop());

describe("a server behind https", () => {
  it("tells browsers to ask it by https alone", async () => {
    const { headers } = await fetch(`${server.system.url}/healthz`);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  it("sets a cookie that goes over https alone, and clears it the same way", async () => {
    const { key } = await server.keyOf(server.teamId);
    const answer = await server.signInFrom(newAddress(), {}, key);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure/);
    const out = await server.ask("POST", "/v2/auth/sign-out", { key, cookie: cookieOf(answer) ?? "" });
    expect(out.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0.*; Secure/);
  });
});

/** What a key has left, by the headers of an answer. */
const left = ({ headers }: Answer) => Number(headers.get("ratelimit-remaining"));

/** A question that is answered with a statement. */
const PLAIN = "{ markets(first: 1) { edges { node { name } } } }";
const searchOf = (domain: string) => `companies(search: { searchType: DOMAIN, keyword: "${domain}" }) { totalCount }`;
/** 100 markets with 100 companies each. */
const HEAVY = "{ markets(first: 100) { edges { node { companies(first: 100) { edges { rank } } } } } }";

describe("the points of one key", () => {
  it("are one budget at all doors, told in the answers' headers; each call of a batch counts", async () => {
    const { key } = await server.keyOf(server.teamId);
    const first = await server.ask("GET", "/v2/auth/session", { key });
    expect([first.headers.get("ratelimit-limit"), left(first)]).toEqual([String(PER_MINUTE), PER_MINUTE - 1]);
    expect(Number(first.headers.get("ratelimit-reset"))).toBeLessThanOrEqual(60);
    expect(left(await server.graph({ key }, "{ viewer { keyPrefix } }"))).toBe(PER_MINUTE - 2);
    const batch = "/trpc/sessionToken,sessionToken%2CsessionToken?batch=1&input=%7B%7D";
    expect(left(await server.ask("GET", batch, { key }))).toBe(PER_MINUTE - 5);
    const sessionId = await server.frameToken({ key });
    expect(left(await server.ask("GET", "/v2/discovery/1/status", { sessionId }))).toBeLessThan(PER_MINUTE - 6);
  });

  it("are spent by what is asked: pages, ids, misspelt words, large bodies", async () => {
    const { key } = await server.keyOf(server.teamId);
    let before = left(await server.ask("GET", "/v2/auth/session", { key }));
    const spent = async (query: string, variables?: unknown) => {
      const now = left(await server.graph({ key }, query, variables));
      const cost = before - now;
      before = now;
      return cost;
    };
    const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, i) => btoa(`Company:${i + 1}`)) });
    const nodes = "query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Company { name domain country city } } }";
    const search = (keyword: string, alias = "a") =>
      `${alias}: companies(search: { keyword: "${keyword}" }) { totalCount }`;
    expect(await spent("{ viewer { keyPrefix } }")).toBe(1);
    expect(await spent(nodes, ids(1))).toBe(1);
    expect(await spent(nodes, ids(100))).toBeGreaterThan(2);
    expect(await spent(HEAVY)).toBeGreaterThan(50);
    // Two words that nobody uses, twice.
    expect(await spent(`{ ${search("turbimes gearbixes")} ${search("turbimes gearbixes", "b")} }`)).toBeGreaterThan(90);
    expect(await spent("{ viewer { keyPrefix } }", { unused: "x".repeat(500_000) })).toBeGreaterThan(50);
  });

  it("are refused at every door when they are spent, without a word to other keys", async () => {
    const { key } = await server.keyOf(server.teamId);
    let last = await server.graph({ key }, HEAVY);
    for (let i = 0; i < 40 && last.status === 200; i++) last = await server.graph({ key }, HEAVY);
    expect([last.status, last.body.errors[0].extensions.code]).toEqual([429, "RATE_LIMITED"]);
    // What is left is too little for that, and enough for something small.
    const small = () => server.ask("GET", "/v2/auth/session", { key });
    let refused = await small();
    for (let i = 0; i < 400 && refused.status === 200; i++) refused = await small();
    expect([refused.status, refused.body.errorCode]).toEqual([429, "RATE_LIMITED"]);
    expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
    const graph = await server.graph({ key }, "{ viewer { keyPrefix } }");
    expect([graph.status, graph.body.errors[0].extensions.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(graph.headers.get("retry-after"))).toBeGreaterThan(0);
    const trpc = await server.ask("GET", "/trpc/sessionToken?input=%7B%7D", { key });
    expect([trpc.status, trpc.body.error.data.errorCode]).toEqual([429, "RATE_LIMITED"]);
    const { key: another } = await server.keyOf(server.teamId);
    expect((await server.ask("GET", "/v2/auth/session", { key: another })).status).toBe(200);
  });
});

describe("what one key does at once", () => {
  /** Opens a stream that stays open: nobody takes the market's discovery. */
  async function stream(key: string, marketId: number, variables: object = {}) {
    const gone = new AbortController();
    const response = await fetch(`${server.system.url}/graphql`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({
        query: `subscription { discoveryProgress(marketId: ${marketId}) { sequence } }`,
        variables,
      }),
      signal: gone.signal,
    });
    return { status: response.status, headers: response.headers, end: () => gone.abort() };
  }

  it("is limited to some open streams, and so are all keys together", async () => {
    const keys = await Promise.all([1, 2, 3].map(async () => (await server.keyOf(server.teamId)).key));
    const [mine = "", yours = "", theirs = ""] = keys;
    const searchCriteria = { marketName: "Blades", userPrompt: "Find makers of rotor blades", count: 5 };
    const started = await server.ask("POST", "/v2/discovery/start", { key: mine }, { searchCriteria });
    const { marketId } = started.body.metadata;
    const open = [await stream(mine, marketId), await stream(mine, marketId)];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await stream(mine, marketId);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    // They are no requests that are being worked on, and hold up none.
    expect((await server.ask("GET", "/v2/auth/session", { key: mine })).status).toBe(200);
    const another = await stream(yours, marketId);
    expect(another.status).toBe(200);
    const full = await stream(theirs, marketId);
    expect([full.status, Number(full.headers.get("retry-after")) > 0]).toEqual([503, true]);
    another.end();
    await expect.poll(async () => (await stream(theirs, marketId)).status, { timeout: 5_000 }).toBe(200);
    for (const { end } of open) end();
  });

  it("goes on beside a stream that was asked for by a large body", async () => {
    const { key } = await server.keyOf(server.teamId);
    const searchCriteria = { marketName: "Blades", userPrompt: "Find makers of rotor blades", count: 5 };
    const started = await server.ask("POST", "/v2/discovery/start", { key }, { searchCriteria });
    const large = { unused: "x".repeat(500_000) };
    const open = await stream(key, started.body.metadata.marketId, large);
    expect(open.status).toBe(200);
    expect((await server.graph({ key }, "{ viewer { keyPrefix } }", large)).status).toBe(200);
    open.end();
  });

  it("is limited to some requests, those included whose bodies are still on their way", async () => {
    const { key } = await server.keyOf(server.teamId);
    const { hostname, port } = new URL(server.system.url);
    const head = `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
    const sockets: Socket[] = [];
    const open = () => {
      const socket = connect(Number(port), hostname);
      socket.write(head);
      sockets.push(socket);
    };
    const ask = () => server.ask("GET", "/v2/auth/session", { key });
    for (let i = 0; i < REQUESTS_PER_KEY; i++) open();
    try {
      // One more before each look, which waits until it has come: a request that arrives while a look has its place is refused.
      const status = async () => {
        open();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return (await ask()).status;
      };
      await expect.poll(status, { timeout: 20_000 }).toBe(429);
      const refused = await ask();
      expect([refused.body.errorCode, refused.headers.get("retry-after")]).toEqual(["RATE_LIMITED", "1"]);
      const { key: another } = await server.keyOf(server.teamId);
      expect((await server.ask("GET", "/v2/auth/session", { key: another })).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
  });
});

describe("what one key asks for", () => {
  const newKey = async () => (await server.keyOf(server.teamId)).key;
  /** Its status, or the code of an error that GraphQL answers with 200. */
  const ask = async (key: string, query = PLAIN) => {
    const began = performance.now();
    const { status, body } = await server.graph({ key }, query);
    return { code: body.errors?.[0].extensions.code ?? status, ms: performance.now() - began };
  };

  it.each([
    { what: "lists", table: "markets", field: (i: number) => `markets(first: ${i}) { edges { node { name } } }` },
    { what: "company searches", table: "companies", field: (i: number) => searchOf(`a${i}.example`) },
  ])("leaves a connection of PostgreSQL to other keys, however many $what it takes", async ({ table, field }) => {
    const [mine, yours] = [await newKey(), await newKey()];
    const other = table === "markets" ? `{ ${searchOf("example.com")} }` : PLAIN;
    expect((await ask(yours, other)).code).toBe(200);
    const aliases = Array.from({ length: 20 }, (_, i) => `a${i}: ${field(i + 1)}`);
    // Its statements wait as slow ones would run.
    const release = await holdTable(server.db, table, "ACCESS EXCLUSIVE");
    const asked = ask(mine, `{ ${aliases.join(" ")} }`);
    await untilBlocked(server.db, table);
    const { code, ms } = await ask(yours, other);
    expect([code, ms < 2_000]).toEqual([200, true]);
    await release();
    expect((await asked).code).toBe(200);
  });

  it("waits after slow statements as long as they took, and what another key asks for does not", async () => {
    const [mine, yours] = [await newKey(), await newKey()];
    // Both use the process, and the document is known.
    for (const key of [yours, mine]) expect((await ask(key)).code).toBe(200);
    const aliases = Array.from(
      { length: CONNECTIONS - 1 },
      (_, i) => `a${i}: markets(first: ${i + 1}) { edges { node { name } } }`,
    );
    const release = await holdTable(server.db, "markets", "ACCESS EXCLUSIVE");
    const slow = ask(mine, `{ ${aliases.join(" ")} }`);
    const areBlocked = async () => (await countBlocked(server.db, "markets")) === aliases.length;
    await vi.waitUntil(areBlocked, { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await release();
    expect((await slow).code).toBe(200);
    const [own, others] = await Promise.all([ask(mine), ask(yours)]);
    expect([own.code, others.code]).toEqual([200, 200]);
    expect(own.ms).toBeGreaterThan(SLOW_MS * 0.8);
    expect(others.ms).toBeLessThan(own.ms / 2);
  });

  it("is refused before its body has come", async () => {
    const { hostname, port } = new URL(server.system.url);
    const socket = connect(Number(port), hostname);
    const head = `host: ${hostname}\r\nx-api-key: wrong\r\ncontent-type: application/json\r\ncontent-length: 100`;
    socket.write(`POST /v2/impact/search HTTP/1.1\r\n${head}\r\n\r\n{`);
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    try {
      await expect.poll(() => answer, { timeout: 2_000 }).toMatch(/^HTTP\/1.1 401 /);
    } finally {
      socket.destroy();
    }
  });
});

describe("two processes", () => {
  it("sign with the same key, know each other's sessions, count a key's points together, and a log holds no secret", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const { config, database } = server.system;
    const temporalAddress = "127.0.0.1:1";
    const other = await startApi({ ...config, port: 0 }, { databaseUrl: database.url, temporalAddress, log });
    try {
      const { key } = await server.keyOf(server.teamId);
      const signedIn = await server.signInFrom(newAddress(), {}, key);
      // A hundredth of the points is on its way to the other process.
      for (let i = 0; i < 3; i++) await server.graph({ key }, HEAVY);
      const counted = await fetch(`${other.url}/v2/auth/session`, { headers: { "x-api-key": key } });
      expect(Number(counted.headers.get("ratelimit-remaining"))).toBeLessThan(PER_MINUTE - 3 * 50);
      const ask = (headers: Record<string, string>) =>
        fetch(`${other.url}/v2/auth/session`, { headers: { "x-api-key": key, ...headers } });
      const { accessToken } = signedIn.body;
      expect((await ask({ authorization: `Bearer ${accessToken}` })).status).toBe(200);
      expect((await ask({ cookie: `session=${cookieOf(signedIn)}` })).status).toBe(200);
      const attempt = await fetch(`${other.url}/v2/auth/sign-in?sessionId=${accessToken}`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "x-forwarded-for": newAddress() },
        body: JSON.stringify({ email: server.email, password: PASSWORD }),
      });
      expect(attempt.status).toBe(200);
      const [mine, others] = await Promise.all(
        [server.system.url, other.url].map(async (url) => (await fetch(`${url}/.well-known/jwks.json`)).json()),
      );
      expect(others).toEqual(mine);
      const secrets = [key, accessToken, cookieOf(signedIn) ?? "", PASSWORD, signedIn.body.refreshToken];
      for (const secret of secrets) expect(lines.join("")).not.toContain(secret);
    } finally {
      await other.stop();
    }
  });
});

describe("refusals", () => {
  it("beyond the share of their source wait, and nobody else does", async () => {
    const [noisy, other] = [newAddress(), newAddress()];
    const asked = async (address: string, key: string) => {
      const { status } = await fetch(`${server.system.url}/v2/auth/session`, {
        headers: { "x-api-key": key, "x-forwarded-for": address },
      });
      return { status, at: performance.now() };
    };
    // The last of them wait for two seconds, which a busy machine may take for the rest.
    const flood = Array.from({ length: 320 }, (_, i) => asked(noisy, `mk_wrong${i}`));
    // The first of them are there before the others are asked.
    await flood[0];
    const [refused, served] = await Promise.all([asked(other, "mk_wrong"), asked(noisy, server.key)]);
    const answers = await Promise.all(flood);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const last = Math.max(...answers.map(({ at }) => at));
    const first = Math.min(...answers.map(({ at }) => at));
    expect(last - first).toBeGreaterThan(500);
    expect(refused.status).toBe(401);
    expect(refused.at).toBeLessThan(last);
    expect(served.at).toBeLessThan(last);
  });
});

describe("a process whose event loop is late", () => {
  it("asks to be asked again, whoever comes, but tells that it is alive; then it goes on", async () => {
    const { config, database } = server.system;
    const limits = { ...config.limits, eventLoopDelayMs: 25 };
    const options = { databaseUrl: database.url, temporalAddress: "127.0.0.1:1", log: pino({ level: "silent" }) };
    const late = await startApi({ ...config, port: 0, limits }, options);
    try {
      const ask = async (path: string, init?: RequestInit) => fetch(late.url + path, init);
      // On a busy machine it is late by itself now and then.
      const goesOn = () =>
        expect.poll(async () => (await ask("/v2/auth/session")).status, { timeout: 20_000, interval: 500 }).toBe(401);
      await goesOn();
      const askedLate = async () => {
        const until = performance.now() + 1_000;
        while (performance.now() < until);
        // The clock ticks once more before anybody is asked.
        await new Promise((resolve) => setTimeout(resolve, 120));
        const answers = await Promise.all([
          ask("/v2/auth/session"),
          ask("/graphql", {
            method: "POST",
            body: "{}",
            headers: { "x-api-key": "x", "content-type": "application/json" },
          }),
          ask("/healthz"),
        ]);
        return answers.map(({ status, headers }) => [status, Number(headers.get("retry-after")) > 0]);
      };
      await expect.poll(askedLate, { timeout: 20_000 }).toEqual([
        [503, true],
        [503, true],
        [200, false],
      ]);
      await goesOn();
    } finally {
      await late.stop();
    }
  });
});
