import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { getIntrospectionQuery, print } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { CliMarketsDocument } from "#generated/operations/graphql";
import { openDocuments } from "#server/persisted-documents";
import { type RestServer, refusal, startRestServer } from "../rest/server.ts";

let server: RestServer;
/** As in production, where nobody explores the graph. */
let closed: RestServer;
beforeAll(async () => {
  [server, closed] = await Promise.all([startRestServer(), startRestServer({ GRAPHQL_INTROSPECTION: "off" })]);
});
afterAll(() => Promise.all([server?.stop(), closed?.stop()]));

const graph = ({ ask }: RestServer, query: string, key?: string | null) =>
  ask("POST", "/graphql", { body: { query }, ...(key === undefined ? {} : { key }) });

const UNAUTHORISED = { errors: [{ message: "API Key is missing or invalid", extensions: { code: "UNAUTHORISED" } }] };
const INVALID_KEY = `mk_test_${"a".repeat(8)}_${"b".repeat(38)}`;
const nested = (depth: number) => `{ nodes(ids: ${"[".repeat(depth)}${"]".repeat(depth)}) { id } }`;

/** Whatever a hostile document is made of. */
const HOSTILE = [
  ["lists in lists", nested(20_000)],
  ["selections in selections", `${"{ a ".repeat(20_000)}${"}".repeat(20_000)}`],
  ["objects in objects", `{ a(b: ${"{ c: ".repeat(1_000)}1${"}".repeat(1_000)}) }`],
  ["more tokens than anybody writes", `{ ${"__typename ".repeat(3_100)} }`],
  ["a text that belongs into a variable", `{ a(b: "${"x".repeat(200_000)}") }`],
] as const;

describe("the /graphql door, without a key", () => {
  it.each(HOSTILE)("refuses %s as it refuses everything, and logs nothing", async (_what, document) => {
    for (const at of [server, closed])
      for (const key of [null, INVALID_KEY]) {
        const { status, body } = await graph(at, document, key);
        expect([status, body]).toEqual([401, UNAUTHORISED]);
      }
    expect([...server.logged, ...closed.logged]).toEqual([]);
  });

  it("refuses also what is no GraphQL, by any method", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "[]", "null", "5", "{}", '{"query":5}'])
      expect((await server.ask("POST", "/graphql", { body, headers, key: null })).status).toBe(401);
    expect((await server.ask("GET", "/graphql?query=%7B__typename%7D", { key: null })).status).toBe(401);
    const other = await server.ask("DELETE", "/graphql", { key: null });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

describe("the /graphql door", () => {
  it.each(HOSTILE)("refuses %s before it is parsed, and logs nothing", async (_what, document) => {
    const { status, body } = await graph(server, document);
    expect([status, body.errors[0].extensions.code, body.data]).toEqual([200, "INVALID_INPUT", undefined]);
    expect(server.logged).toEqual([]);
  });

  it("gives every error a code of the documented list, says what is wrong, and logs nothing", async () => {
    const GRAPHQL = "application/graphql-response+json";
    const asked = async (body: object, path = "/graphql", method = "POST") => {
      const options = { headers: { accept: GRAPHQL }, ...(method === "POST" ? { body } : {}) };
      const { status, body: answer } = await server.ask(method, path, options);
      expect([body, answer.data]).toEqual([body, undefined]);
      const [{ message, extensions }] = answer.errors;
      return [status, extensions.code, message];
    };
    const byId = "query ($id: Int!) { market(marketId: $id) { name } }";
    const two = "query A { __typename } query B { __typename }";
    const aliases = `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: __typename`).join(" ")} }`;
    const large =
      "{ markets(first: 100) { edges { node { companies(first: 100) { edges { node { news(first: 100) { totalCount } } } } } } } }";
    const GET = (more: string) => [`/graphql?query=%7B__typename%7D${more}`, "GET"] as const;
    for (const [body, code, message, ...where] of [
      [{ query: "{ market(" }, "GRAPHQL_PARSE_FAILED", /Expected Name/],
      [{ query: "{ nothing }" }, "GRAPHQL_VALIDATION_FAILED", /"nothing"/],
      [{ query: '{ market(marketId: "x") { name } }' }, "GRAPHQL_VALIDATION_FAILED", /non-integer value: "x"/],
      [{ query: byId, variables: { id: "x" } }, "INVALID_INPUT", /Variable "\$id" got invalid value "x"/],
      [{ query: byId }, "INVALID_INPUT", /Variable "\$id" of required type/],
      [{ query: byId, variables: [] }, "INVALID_INPUT", /"variables" param/],
      [{ query: "{ __typename }", more: 1 }, "INVALID_INPUT", /"more"/],
      [{ variables: {} }, "INVALID_INPUT", /query/],
      [{ query: two }, "OPERATION_RESOLUTION_FAILURE", /give operationName/],
      [{ query: two, operationName: "C" }, "OPERATION_RESOLUTION_FAILURE", /give operationName/],
      [{ query: aliases }, "INVALID_INPUT", /Aliases limit of 30/],
      [{ query: large }, "INVALID_INPUT", /ask for fewer fields or smaller pages/],
      [{}, "INVALID_INPUT", /variables is not valid JSON/, ...GET("&variables=%7B")],
    ] as [object, string, RegExp, string?, string?][])
      expect(await asked(body, ...(where as [string, string]))).toEqual([400, code, expect.stringMatching(message)]);
    const unknown = await asked({ documentId: "none" });
    expect(unknown).toEqual([404, "NOT_FOUND", expect.stringContaining("send the document itself as query")]);
    const mutation = new URLSearchParams({ query: "mutation { signOut }" });
    expect((await asked({}, `/graphql?${mutation}`, "GET")).slice(0, 2)).toEqual([405, "METHOD_NOT_ALLOWED"]);
    expect(server.logged).toEqual([]);
  });

  it("tells what an operation costs where that is asked for, and the same with and without", async () => {
    const query = "query Few { markets(first: 50) { edges { node { name companies(first: 4) { totalCount } } } } }";
    const asked = (headers: Record<string, string>) =>
      server.ask("POST", "/graphql", { body: { query }, headers: { ...headers, accept: "application/json" } });
    const plain = await asked({});
    const told = await asked({ "graphql-cost": "1" });
    expect(plain.body).toEqual({ data: told.body.data });
    const { cost } = told.body.extensions;
    expect(cost).toEqual({
      points: 1 + Math.floor(cost.complexity / 200),
      complexity: expect.any(Number),
      depth: 5,
      breadth: expect.any(Number),
      most: { complexity: 60_000, depth: 18, breadth: 600 },
    });
    const left = ({ headers }: typeof plain) => Number(headers.get("ratelimit-remaining"));
    expect(left(told) - left(await asked({ "graphql-cost": "1" }))).toBe(cost.points);
  });

  it("takes JSON alone, and says what is wrong with a body", async () => {
    const of = async (body: string, type = "application/json") => {
      const answer = await server.ask("POST", "/graphql", { body, headers: { "content-type": type } });
      return [answer.status, answer.body.errors[0].extensions.code];
    };
    for (const body of ["{", "[]", "null", "5", "{}"]) expect(await of(body)).toEqual([400, "INVALID_INPUT"]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
      expect(await of("query={__typename}", type)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(server.logged).toEqual([]);
  });

  it("reads a large body in little more of the process's time than a bare server that parses it", async () => {
    const bare = createServer((request, response) => {
      json(request).then((body) => response.end(JSON.stringify(Object.keys(body as object))));
    });
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const body = JSON.stringify({ query: "{ __typename }", variables: { unused: "y".repeat(900_000) } });
    const headers = { "content-type": "application/json", "x-api-key": await server.keyOf(server.teamId) };
    /** Microseconds of the process, client included, for one request. */
    const cost = async (url: string) => {
      const before = process.cpuUsage();
      const answer = await fetch(url, { method: "POST", body, headers });
      await answer.text();
      expect(answer.status).toBe(200);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const { port } = bare.address() as AddressInfo;
    const costs: [ours: number, bare: number][] = [];
    // In turns, and the least of each: what else runs in the process falls on both.
    for (let i = 0; i < 12; i++)
      costs.push([await cost(`${server.url}/graphql`), await cost(`http://127.0.0.1:${port}`)]);
    bare.closeAllConnections();
    bare.close();
    const [ours, least] = [Math.min(...costs.map(([cost]) => cost)), Math.min(...costs.map(([, cost]) => cost))];
    // It is less than two. With a string made of each byte, as a library once did it, it was some forty.
    expect(ours / least).toBeLessThan(6);
  });

  it("pauses between the large bodies of one key, and lets another key's requests pass meanwhile", async () => {
    const body = { query: "{ __typename }", variables: { unused: "y".repeat(900_000) } };
    const began = performance.now();
    let lastLarge = 0;
    const large = Array.from({ length: 6 }, async () => {
      expect((await server.ask("POST", "/graphql", { body })).status).toBe(200);
      lastLarge = performance.now() - began;
    });
    expect((await graph(server, "{ __typename }", server.otherKey)).status).toBe(200);
    const other = performance.now() - began;
    await Promise.all(large);
    // Five pauses of 109 points at half a millisecond.
    expect(lastLarge).toBeGreaterThan(5 * 109 * 0.5);
    expect(other).toBeLessThan(lastLarge);
  });

  it("finds at most 100 nodes at once", async () => {
    const ids = Array.from({ length: 101 }, (_, i) => btoa(`Company:${i}`));
    const ask = (asked: string[]) =>
      server.ask("POST", "/graphql", {
        body: { query: "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", variables: { ids: asked } },
      });
    expect((await ask(ids.slice(1))).body.data.nodes).toHaveLength(100);
    const { status, body } = await ask(ids);
    expect([status, body.errors[0].message]).toEqual([400, "Invalid input provided: at most 100 ids at once"]);
  });
});

describe("a body beyond the limit", () => {
  /** Sends everything before it reads anything, as simple clients do; resolves with what came back. */
  function sendAll(path: string, headers: string, chunks: Buffer[]): Promise<string> {
    const { hostname, port } = new URL(server.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", reject);
      socket.pause();
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`,
      );
      for (const chunk of chunks.slice(0, -1)) socket.write(chunk);
      socket.write(chunks.at(-1) ?? Buffer.alloc(0), () => {
        let answer = "";
        socket.on("data", (data) => {
          answer += data.toString();
        });
        socket.on("close", () => resolve(answer));
        socket.resume();
      });
    });
  }
  const PIECE = Buffer.alloc(64 * 1024, "x");
  const chunk = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from("\r\n")]);
  const pieces = (piece: Buffer) => Array.from({ length: 128 }, () => piece);

  it.each(["/v2/discovery/start", "/graphql", "/trpc/startDiscovery"])(
    "is told so at %s, not cut off",
    async (path) => {
      const key = `x-api-key: ${await server.keyOf(server.teamId)}`;
      const chunked = await sendAll(path, `${key}\r\ntransfer-encoding: chunked`, [
        ...pieces(chunk),
        Buffer.from("0\r\n\r\n"),
      ]);
      const announced = await sendAll(path, `${key}\r\ncontent-length: ${128 * PIECE.length}`, pieces(PIECE));
      for (const answer of [chunked, announced]) {
        expect(answer).toMatch(/^HTTP\/1\.1 413 /);
        expect(answer).toMatch(/PAYLOAD_TOO_LARGE/);
      }
      expect(server.logged).toEqual([]);
    },
  );

  it("is not sent at all by a client that asks beforehand", async () => {
    const asks = "expect: 100-continue\r\ncontent-length: 9000000";
    expect(await sendAll("/v2/discovery/start", asks, [])).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("the schema", () => {
  it("is told to anybody where it is told at all, and nothing else with it", async () => {
    const asked = await graph(server, getIntrospectionQuery(), null);
    expect([asked.status, asked.body.data.__schema.queryType.name]).toEqual([200, "Query"]);
    expect((await graph(server, getIntrospectionQuery(), null)).body).toEqual(asked.body);
    for (const query of [
      "{ __schema { queryType { name } } viewer { keyPrefix } }",
      "{ ...V } fragment V on Query { viewer { keyPrefix } }",
      "{ __typename @include(if: true) ... { viewer { keyPrefix } } }",
      "mutation { __typename signOut }",
      "{ __schema { nothing } }",
    ])
      expect([query, (await graph(server, query, null)).body]).toEqual([query, UNAUTHORISED]);
    expect((await graph(server, getIntrospectionQuery(), INVALID_KEY)).status).toBe(401);
    expect((await graph(server, getIntrospectionQuery())).body).toEqual(asked.body);
  });

  it("is told to nobody where it is off, also not by a slip of the pen", async () => {
    expect((await graph(closed, getIntrospectionQuery(), null)).body).toEqual(UNAUTHORISED);
    const { body } = await graph(closed, "{ __schema { queryType { name } } }");
    expect(body.errors[0].extensions.code).toMatch(/INVALID_INPUT|GRAPHQL_VALIDATION_FAILED/);
    expect(body.data).toBeUndefined();
    expect((await graph(closed, "{ viewr { keyPrefix } }")).body.errors[0].message).not.toContain("viewer");
    expect((await graph(closed, "{ __typename }")).body.data).toEqual({ __typename: "Query" });
  });

  it("has a page for people only there", async () => {
    const open = (url: string) => fetch(url, { headers: { accept: "text/html" } });
    expect((await open(`${server.url}/graphql`)).headers.get("content-type")).toContain("text/html");
    expect((await open(`${closed.url}/graphql`)).status).toBe(401);
    expect((await open(`${closed.url}/graphiql/graphiql.js`)).status).toBe(404);
    expect(await (await open(closed.url)).text()).not.toContain("GraphiQL");
  });
});

describe("what an outage of the request's own sender leaves", () => {
  it("is nothing in the log, at any door", async () => {
    const { hostname, port } = new URL(server.url);
    for (const path of ["/graphql", "/trpc/startDiscovery"])
      await new Promise<void>((resolve) => {
        const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
        const socket = connect(Number(port), hostname, () =>
          socket.write(head, () => setTimeout(() => socket.destroy(), 50)),
        );
        socket.once("close", () => setTimeout(resolve, 100));
      });
    expect(server.logged).toEqual([]);
    expect((await server.ask("GET", "/v2/nothing")).body).toEqual(refusal("NOT_FOUND", "Not Found"));
  });
});

describe("a persisted document", () => {
  const HASH = (text: string) => createHash("sha256").update(text).digest("hex");
  const apollo = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: HASH(text) } });
  const ONE = "query One { __typename }";
  const TWO = "query Two($id: Int!) { market(marketId: $id) { name } }";
  const OURS = { data: { __typename: "Query" } };
  const answerOf = async ({ ask }: RestServer, body: object, key?: string) => {
    const { status, body: answer } = await ask("POST", "/graphql", { body, ...(key === undefined ? {} : { key }) });
    const [error] = answer.errors ?? [];
    return error === undefined ? answer : [status, error.extensions.code, error.message];
  };
  const forbidden = [
    403,
    "FORBIDDEN",
    "Forbidden: this API accepts only the GraphQL documents that its operator has listed",
  ];
  let listing: RestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "documents-"));
    const file = join(folder, "documents.json");
    await writeFile(file, JSON.stringify({ one: ONE, [HASH(TWO)]: TWO }));
    listing = await startRestServer({ PERSISTED_DOCUMENTS: file, PERSISTED_DOCUMENTS_ONLY: "on" });
  });
  afterAll(async () => {
    await listing?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is learnt from a client that sends it with its hash, and answered by the hash from then on", async () => {
    const unknown = [200, "NOT_FOUND", "PersistedQueryNotFound"];
    expect(await answerOf(server, { extensions: apollo(ONE) })).toEqual(unknown);
    expect((await answerOf(server, { query: "{ __typename }", extensions: apollo(ONE) }))[0]).toBe(400);
    expect(await answerOf(server, { extensions: apollo(ONE) })).toEqual(unknown);
    expect(await answerOf(server, { query: ONE, extensions: apollo(ONE) })).toEqual(OURS);
    expect(await answerOf(server, { extensions: apollo(ONE) })).toEqual(OURS);
    expect(await answerOf(server, { documentId: `sha256:${HASH(ONE)}`, operationName: "One" })).toEqual(OURS);
    const address = new URLSearchParams({ extensions: JSON.stringify(apollo(ONE)) });
    expect((await server.ask("GET", `/graphql?${address}`)).body).toEqual(OURS);
    expect((await server.ask("GET", `/graphql?documentId=sha256:${HASH(ONE)}`)).body).toEqual(OURS);
    expect((await server.ask("GET", `/graphql?documentId=sha256:${HASH(TWO)}`)).status).toBe(404);
    for (const body of [{ documentId: 5 }, { extensions: { persistedQuery: { version: 2, sha256Hash: "a" } } }])
      expect((await answerOf(server, body)).slice(0, 2)).toEqual([400, "INVALID_INPUT"]);
    expect(server.logged).toEqual([]);
  });

  it("is the only kind that is answered where the operator says so", async () => {
    const { id } = await listing.db.prisma.market.create({
      data: { teamId: listing.teamId, name: "Ours", status: "inReview" },
    });
    const variables = { id };
    const named = { data: { market: { name: "Ours" } } };
    expect(await answerOf(listing, { documentId: "one" })).toEqual(OURS);
    for (const by of [
      { documentId: HASH(TWO) },
      { documentId: `sha256:${HASH(TWO)}` },
      { query: TWO },
      { extensions: apollo(TWO) },
    ]) {
      expect(await answerOf(listing, { ...by, variables })).toEqual(named);
      // The list says what is asked, not who may.
      expect(await answerOf(listing, { ...by, variables }, listing.otherKey)).toContain("NOT_FOUND");
    }
    const other = "{ __typename }";
    expect(await answerOf(listing, { query: other })).toEqual(forbidden);
    expect(await answerOf(listing, { query: other, extensions: apollo(other) })).toEqual(forbidden);
    expect((await answerOf(listing, { extensions: apollo(other) }))[2]).toBe("PersistedQueryNotFound");
    expect((await answerOf(listing, { documentId: "two" })).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
    const get = (query: string) => listing.ask("GET", `/graphql?${new URLSearchParams({ query })}`);
    expect([(await get(other)).status, (await get(ONE)).body]).toEqual([403, OURS]);
    // What the product's own commands ask.
    expect(
      (await answerOf(listing, { query: print(CliMarketsDocument), variables: { first: 1, offset: 0 } })).data.markets,
    ).toBeDefined();
    expect(listing.logged).toEqual([]);
  });

  it("comes from a file that makes sense, or the API does not start", async () => {
    const file = join(folder, "other.json");
    await expect(openDocuments({ file, isAllowList: false })).rejects.toThrow("cannot be read");
    await writeFile(file, JSON.stringify({ format: "apollo-persisted-query-manifest", version: 2, operations: [] }));
    await expect(openDocuments({ file, isAllowList: false })).rejects.toThrow("must be a JSON object");
    const operations = [{ id: "a", name: "One", type: "query", body: ONE }];
    await writeFile(file, JSON.stringify({ format: "apollo-persisted-query-manifest", version: 1, operations }));
    expect((await openDocuments({ file, isAllowList: false })).inBody({ documentId: "a" })).toEqual({ query: ONE });
    expect(() => readConfig({ PERSISTED_DOCUMENTS_ONLY: "on" })).toThrow("requires PERSISTED_DOCUMENTS");
  });
});
