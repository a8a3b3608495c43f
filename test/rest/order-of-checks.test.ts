import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { endpoints } from "#rest/route-table";
import { CRITERIA, pathFor, type RestServer, refusal, startMarket, startRestServer, written } from "./server.ts";

let server: RestServer;
let ownMarket: number;
beforeAll(async () => {
  server = await startRestServer();
  ownMarket = await startMarket(server);
});
afterAll(() => server?.stop());

const START = "/v2/discovery/start";

describe("what is asked first", () => {
  it.each(["/v2", "/v2/", "/v2/nothing", "/v2/discovery/start/", "/v2/discovery//status", "/v2/markets/1"])(
    "answers NOT_FOUND at %s, without a key",
    async (path) => {
      const { status, body, headers } = await server.ask("GET", path, { key: null });
      expect(status).toBe(404);
      expect(headers.get("x-request-id")).toBeTruthy();
      expect(body).toEqual(refusal("NOT_FOUND", "Not Found"));
    },
  );

  it.each([
    ["GET", START, "POST, OPTIONS"],
    ["POST", "/v2/discovery/1/status", "GET, HEAD, OPTIONS"],
    ["DELETE", "/v2/discovery/1/search-criteria", "GET, HEAD, OPTIONS"],
    ["POST", "/v2/openapi.json", "GET, HEAD, OPTIONS"],
  ])("answers METHOD_NOT_ALLOWED to %s %s with what is allowed", async (method, path, allow) => {
    const { status, headers, body } = await server.ask(method, path, { key: null });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe(allow);
    expect(body).toEqual(refusal("METHOD_NOT_ALLOWED", "Method Not Allowed"));
  });

  it("answers OPTIONS with what a path allows", async () => {
    const { status, headers, body } = await server.ask("OPTIONS", START, { key: null });
    expect([status, headers.get("allow"), body]).toEqual([204, "POST, OPTIONS", null]);
  });

  it("refuses a body of more than 1 MiB before the key", async () => {
    const { status, body } = await server.ask("POST", START, {
      body: { searchCriteria: { userPrompt: "x".repeat(1024 * 1024) } },
      key: null,
    });
    expect(status).toBe(413);
    expect(body).toMatchObject(refusal("PAYLOAD_TOO_LARGE", expect.stringMatching(/^Payload Too Large/)));
  });

  it("refuses a body of unknown length once it is more than 1 MiB", async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${server.url}${START}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
      });
      sent.on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.write("x".repeat(700_000));
      sent.end("x".repeat(700_000));
    });
    expect(status).toBe(413);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=iso-8859-1"])(
    "refuses a body of type %s before the key",
    async (type) => {
      const { status, body } = await server.ask("POST", START, {
        body: "{}",
        headers: { "content-type": type },
        key: null,
      });
      expect(status).toBe(415);
      expect(body).toMatchObject(refusal("UNSUPPORTED_MEDIA_TYPE", expect.stringMatching(/^Unsupported Media Type/)));
    },
  );

  it("refuses a compressed body", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    expect((await server.ask("POST", START, { body: "{}", headers })).status).toBe(415);
  });

  it.each(endpoints.map(({ method, path }) => [method, path] as const))(
    "asks for the key before anything about the input: %s %s",
    async (method, path) => {
      for (const key of [null, "mk_test_nothing", `mk_test_${"a".repeat(8)}_${"b".repeat(38)}`]) {
        const options = method === "POST" ? { body: "{", headers: { "content-type": "application/json" } } : {};
        const { status, body } = await server.ask(method, pathFor(path, "x"), { ...options, key });
        expect(status).toBe(401);
        expect(body).toEqual(refusal("UNAUTHORISED", "API Key is missing or invalid"));
      }
    },
  );

  it("refuses a key soon after it was revoked", async () => {
    const key = await server.keyOf(server.teamId);
    const path = `/v2/discovery/${ownMarket}/status`;
    expect((await server.ask("GET", path, { key })).status).toBe(200);
    await revokeKey(server.db.prisma, key.split("_")[2] ?? "");
    await expect.poll(async () => (await server.ask("GET", path, { key })).status, { interval: 10 }).toBe(401);
  });

  it("refuses a team whose access has ended, whatever it asks", async () => {
    const team = await server.db.prisma.team.create({
      data: { name: "Ended", domain: "ended.com", accessExpiresAt: new Date(Date.now() - 1) },
    });
    const { status, body } = await server.ask("POST", START, { body: {}, key: await server.keyOf(team.id) });
    expect(status).toBe(403);
    expect(body).toMatchObject(refusal("FORBIDDEN", expect.stringMatching(/^Forbidden/)));
  });

  const NEEDED: Record<string, (typeof SCOPES)[number]> = {
    generateSearchCriteria: "discovery:write",
    suggestKeywords: "discovery:write",
    startDiscovery: "discovery:write",
    extendDiscovery: "discovery:write",
    discoveryStatus: "discovery:read",
    searchCriteria: "discovery:read",
    searchCriteriaHistory: "discovery:read",
    publishMarket: "markets:publish",
    marketEsg: "markets:read",
    marketCompanies: "markets:read",
    marketPeople: "markets:read",
    marketMomentum: "markets:read",
    marketRadar: "markets:read",
    marketTopics: "markets:read",
    marketPhrases: "markets:read",
    marketFeatureMap: "markets:read",
    dossier: "collections:read",
    teamUsers: "teams:read",
    createTeam: "teams:write",
    companyNews: "impact:read",
    searchCompanies: "impact:read",
    collectionDossiers: "collections:read",
    listEvents: "impact:read",
  };
  const WITHOUT_SCOPE = ["signIn", "refreshSession", "signOut", "sessionToken"];
  const withScope = endpoints.filter(({ name }) => !WITHOUT_SCOPE.includes(name));
  it.each(withScope.map(({ name, method, path }) => [name, method, path] as const))(
    "asks %s for its scope before the shape of the input",
    async (name, method, path) => {
      const needed = NEEDED[name];
      // What the operation needs beside the scope is always there.
      const team = name === "createTeam" ? null : server.teamId;
      const subscribed = name === "listEvents" ? (["events-monitor"] as const) : [];
      const without = await server.keyOf(
        team,
        SCOPES.filter((scope) => scope !== needed),
        subscribed,
      );
      const broken = method === "POST" ? { body: "{", headers: { "content-type": "application/json" } } : {};
      const wrong = `${pathFor(path, "x")}?limit=x&page=x`;
      const refused = await server.ask(method, wrong, { ...broken, key: without });
      expect(refused.status).toBe(403);
      expect(refused.body).toEqual(refusal("FORBIDDEN", "Forbidden"));

      const only = await server.keyOf(team, needed === undefined ? [] : [needed], subscribed);
      const asked = await server.ask(method, wrong, { ...broken, key: only });
      expect(asked.status).toBe(400);
    },
  );

  it("looks at the shape before the existence, at the existence before the state", async () => {
    const path = "/v2/discovery/2147483647/start";
    const shape = await server.ask("POST", path, { body: { searchCriteria: 5 } });
    expect([shape.status, shape.body.errorCode]).toEqual([400, "INVALID_INPUT"]);
    const existence = await server.ask("POST", path, { body: { searchCriteria: CRITERIA } });
    expect([existence.status, existence.body.errorCode]).toEqual([404, "NOT_FOUND"]);
    const state = await server.ask("POST", `/v2/discovery/${ownMarket}/start`, { body: { searchCriteria: CRITERIA } });
    expect([state.status, state.body.errorCode]).toEqual([409, "CONFLICT"]);
  });

  it("answers QUOTA_EXCEEDED last, and writes nothing", async () => {
    const team = await server.db.prisma.team.create({ data: { name: "Spent", domain: "spent.com", monthlyQuota: 1 } });
    const key = await server.keyOf(team.id);
    expect((await server.ask("POST", START, { body: { searchCriteria: CRITERIA }, key })).status).toBe(200);
    const before = await written(server.db);
    const { status, body } = await server.ask("POST", START, { body: { searchCriteria: CRITERIA }, key });
    expect(status).toBe(402);
    expect(body).toMatchObject(refusal("QUOTA_EXCEEDED", expect.stringMatching(/^Team quota exceeded/)));
    expect(await written(server.db)).toEqual(before);
  });
});
