import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#rest/route-table";
import {
  CRITERIA,
  finishRun,
  pathFor,
  type RestServer,
  refusal,
  startMarket,
  startRestServer,
  written,
} from "./server.ts";

let server: RestServer;
let ownMarket: number;
beforeAll(async () => {
  server = await startRestServer();
  ownMarket = await startMarket(server);
});
afterAll(() => server?.stop());

const START = "/v2/discovery/start";
const bodyFor = (method: string) =>
  method === "POST"
    ? { searchCriteria: CRITERIA, searchInput: "Find bakers", userPrompt: "bakers", pipelineChoices: {} }
    : undefined;

describe("identifiers", () => {
  const withId = endpoints.filter(({ path }) => path.includes("{marketId}"));

  it.each(withId.map(({ method, path }) => [method, path] as const))(
    "%s %s takes positive integers below 2^31",
    async (method, path) => {
      for (const id of [
        "0",
        "-1",
        "1.5",
        "abc",
        "1e3",
        "0x10",
        "2147483648",
        "-9999999999",
        "%20",
        "%zz",
        "9".repeat(40),
      ]) {
        const { status, body } = await server.ask(method, pathFor(path, id), { body: bodyFor(method) });
        expect([id, status]).toEqual([id, 400]);
        expect(body).toEqual(
          refusal("INVALID_INPUT", expect.stringMatching(/: marketId must be a positive integer below 2\^31$/)),
        );
      }
    },
  );

  it.each(["teamId", "collectionId"])("refuses a %s that is none", async (name) => {
    for (const value of ["", "0", "x", "2147483648"]) {
      const { status, body } = await server.ask("POST", `${START}?${name}=${value}`, {
        body: { searchCriteria: CRITERIA },
      });
      expect(status).toBe(400);
      expect(body.message).toBe(`Bad Request - Invalid input: ${name} must be a positive integer below 2^31`);
    }
  });

  it("refuses a parameter that is given twice, and ignores those that it does not know", async () => {
    const body = { searchCriteria: CRITERIA };
    const twice = await server.ask("POST", `${START}?teamId=${server.teamId}&teamId=${server.teamId}`, { body });
    expect(twice.status).toBe(400);
    expect(twice.body.message).toBe("Bad Request - Invalid input: teamId is given more than once");
    expect((await server.ask("POST", `${START}?unknown=a&unknown=b&utm=c`, { body })).status).toBe(200);
  });
});

describe("tenancy", () => {
  it.each(
    endpoints.filter(({ path }) => path.includes("{marketId}")).map(({ method, path }) => [method, path] as const),
  )("%s %s answers another team's market exactly as one that does not exist", async (method, path) => {
    const marketId = await startMarket(server);
    await finishRun(server.db, marketId);
    const before = await written(server.db);
    const body = bodyFor(method);
    const theirs = await server.ask(method, pathFor(path, marketId), { body, key: server.otherKey });
    const nobodys = await server.ask(method, pathFor(path, 2147483647), { body, key: server.otherKey });
    expect(theirs.status).toBe(404);
    expect(nobodys.status).toBe(404);
    expect(theirs.body.message.replace(String(marketId), "#")).toBe(nobodys.body.message.replace("2147483647", "#"));
    expect(await written(server.db)).toEqual(before);
  });

  it("forbids a start for another team, and writes nothing", async () => {
    const before = await written(server.db);
    for (const path of [START, `/v2/discovery/${ownMarket}/start`]) {
      const { status, body } = await server.ask("POST", `${path}?teamId=${server.otherTeamId}`, {
        body: { searchCriteria: CRITERIA },
      });
      expect(status).toBe(403);
      expect(body).toMatchObject(refusal("FORBIDDEN", expect.stringMatching(/^Forbidden/)));
    }
    expect(await written(server.db)).toEqual(before);
  });

  it("does not find another team's collection", async () => {
    const { id } = await server.db.prisma.collection.create({ data: { teamId: server.otherTeamId, name: "Theirs" } });
    const { status, body } = await server.ask("POST", `${START}?collectionId=${id}`, {
      body: { searchCriteria: CRITERIA },
    });
    expect(status).toBe(404);
    expect(body.message).toBe(`Not Found: collection ${id}`);
  });

  it("asks a platform key for the team", async () => {
    const { status, body } = await server.ask("POST", START, {
      body: { searchCriteria: CRITERIA },
      key: server.platformKey,
    });
    expect(status).toBe(400);
    expect(body.message).toMatch(/^Bad Request - Invalid input: teamId is missing/);
  });
});

describe("INVALID_INPUT", () => {
  it.each([
    ["POST", START],
    ["POST", "/v2/discovery/{marketId}/start"],
    ["GET", "/v2/discovery/x/search-criteria"],
  ])("opens with the words of %s %s", async (method, path) => {
    const { body } = await server.ask(method, pathFor(path, ownMarket), method === "POST" ? { body: {} } : {});
    expect(body).toEqual(refusal("INVALID_INPUT", expect.stringMatching(/^Bad Request - Invalid input: /)));
  });

  it.each([
    ["POST", "/v2/discovery/search-criteria"],
    ["POST", "/v2/discovery/search-criteria/keywords"],
    ["GET", "/v2/discovery/x/search-criteria/history"],
    ["GET", "/v2/discovery/x/status"],
    ["POST", "/v2/discovery/x/publish"],
  ])("opens with the usual words at %s %s", async (method, path) => {
    const { body } = await server.ask(method, path, method === "POST" ? { body: {} } : {});
    expect(body).toEqual(refusal("INVALID_INPUT", expect.stringMatching(/^Invalid input provided: /)));
  });

  it.each([
    ["an empty body", "", "searchCriteria is missing"],
    ["no JSON", "{", "the body is not valid JSON"],
    ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "the body is not valid JSON"],
    ["a list", "[]", "the body must be a JSON object"],
    ["null", "null", "the body must be a JSON object"],
  ])("is answered to %s", async (_what, body, detail) => {
    const answer = await server.ask("POST", START, { body, headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal("INVALID_INPUT", `Bad Request - Invalid input: ${detail}`));
  });

  it.each([
    [{ searchCriteria: {} }, "searchCriteria needs a userPrompt or at least one entry in keywords.features"],
    [{ searchCriteria: [] }, "searchCriteria must be an object"],
    [{ searchCriteria: { ...CRITERIA, count: "5" } }, "searchCriteria.count must be a whole number, 1–1000"],
    [{ searchCriteria: { ...CRITERIA, count: 1e12 } }, "searchCriteria.count must be a whole number, 1–1000"],
    [{ searchCriteria: { ...CRITERIA, count: 0 } }, "searchCriteria.count must be 1–1,000"],
    [{ searchCriteria: { ...CRITERIA, performSearch: "false" } }, "searchCriteria.performSearch must be true or false"],
    [
      { searchCriteria: { ...CRITERIA, projectKind: "second_pass" } },
      'searchCriteria.projectKind must be "first_pass" here',
    ],
    [
      { searchCriteria: { ...CRITERIA, seedDomains: ["not a host"] } },
      'searchCriteria.seedDomains.0 "not a host" is not a valid host name',
    ],
    [
      { searchCriteria: { ...CRITERIA, locations: [{ country: "XX" }] } },
      'searchCriteria.locations.0.country "XX" is not an ISO 3166-1 alpha-2 country code',
    ],
    [
      { searchCriteria: { ...CRITERIA, locations: [{ address: ["Bonn"] }] } },
      "searchCriteria.locations.0.country is missing",
    ],
    [
      { searchCriteria: { ...CRITERIA, locations: { countryNames: "Germany" } } },
      "searchCriteria.locations.countryNames must be a list of strings",
    ],
    [
      { searchCriteria: { ...CRITERIA, locations: "Germany" } },
      "searchCriteria.locations must be a list of {country, address, coordinates}, or an object {countryCodes, countryNames}",
    ],
    [
      { searchCriteria: CRITERIA, pipelineChoices: { runEverything: true } },
      'pipelineChoices has no field "runEverything"',
    ],
    [
      { searchCriteria: CRITERIA, pipelineChoices: { runNews: "true" } },
      "pipelineChoices.runNews must be true or false",
    ],
  ])("names the field that is wrong: %j", async (body, detail) => {
    const before = await written(server.db);
    const answer = await server.ask("POST", START, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal("INVALID_INPUT", `Bad Request - Invalid input: ${detail}`));
    expect(await written(server.db)).toEqual(before);
  });

  it.each([
    ["goes too deep", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "the body is nested deeper than 100 levels"],
    ["has U+0000", '["a\\u0000b"]', "a value contains an invalid character: U+0000 or an unpaired surrogate"],
    [
      "has half a surrogate pair",
      '{"\\ud800": 1}',
      "a value contains an invalid character: U+0000 or an unpaired surrogate",
    ],
    ["has a number beyond all", "1e999", "a value is a number that is too large"],
  ])("is answered to JSON that %s", async (_what, json, detail) => {
    const body = `{"searchCriteria":{"userPrompt":"bakers","assertions":${json}}}`;
    const answer = await server.ask("POST", START, { body, headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal("INVALID_INPUT", `Bad Request - Invalid input: ${detail}`));
  });

  it("is not answered to characters outside of the basic plane, nor to depth within reason", async () => {
    const assertions = JSON.parse(`${"[".repeat(60)}"😀"${"]".repeat(60)}`);
    const { status } = await server.ask("POST", START, { body: { searchCriteria: { ...CRITERIA, assertions } } });
    expect(status).toBe(200);
  });
});

describe("a client that goes away", () => {
  it("in the middle of its body is no error of the server's", async () => {
    const before = server.logged.length;
    const { hostname, port } = new URL(server.url);
    const head = `POST ${START} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(head, () => setTimeout(() => socket.destroy(), 50)),
      );
      socket.once("close", () => setTimeout(resolve, 100));
    });
    // The relay may tell meanwhile that there is no Temporal here.
    const told = server.logged
      .slice(before)
      .filter((line) => !JSON.stringify(line).includes("Failed to start Workflow"));
    expect(told).toEqual([]);
    expect((await server.ask("GET", `/v2/discovery/${ownMarket}/status`)).status).toBe(200);
  });
});

describe("INTERNAL_SERVER_ERROR", () => {
  it("tells nothing of what went wrong, and logs it", async () => {
    const marketId = await startMarket(server);
    await finishRun(server.db, marketId);
    await server.db.pool.query("ALTER TABLE criteria_versions RENAME TO criteria_elsewhere");
    try {
      const { status, headers, body } = await server.ask("GET", `/v2/discovery/${marketId}/search-criteria`);
      expect(status).toBe(500);
      expect(body).toEqual(refusal("INTERNAL_SERVER_ERROR", "Internal Server Error"));
      expect(server.logged.at(-1)).toMatchObject({
        requestId: headers.get("x-request-id"),
        err: { stack: expect.any(String) },
      });
      const before = server.logged.length;
      const query = "query ($id: Int!) { market(marketId: $id) { criteriaHistory { id } } }";
      const graph = await server.ask("POST", "/graphql", { body: { query, variables: { id: marketId } } });
      expect(graph.body.errors).toMatchObject([
        { message: "Internal Server Error", extensions: { code: "INTERNAL_SERVER_ERROR" } },
      ]);
      const lines = server.logged.slice(before).filter((line) => JSON.stringify(line).includes("criteria_versions"));
      expect(lines).toMatchObject([
        { requestId: graph.headers.get("x-request-id"), err: { stack: expect.any(String) } },
      ]);
    } finally {
      await server.db.pool.query("ALTER TABLE criteria_elsewhere RENAME TO criteria_versions");
    }
  });
});
