import { afterAll, beforeAll, expect, it } from "vitest";
import { type RestServer, startRestServer } from "../rest/server.ts";

const APP = "https://app.example.com";

let server: RestServer;
let closed: RestServer;
beforeAll(async () => {
  server = await startRestServer({ CORS_ORIGINS: `${APP}, https://admin.example.com` });
  closed = await startRestServer();
});
afterAll(async () => {
  await server?.stop();
  await closed?.stop();
});

const preflight = (path: string, origin: string, { url } = server) =>
  fetch(url + path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,idempotency-key,x-api-key",
    },
  });

/** The headers that a browser looks at. */
const granted = ({ headers }: { headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

it.each(["/graphql", "/v2/discovery/start", "/trpc/sessionToken", "/mcp", "/exports/none"])(
  "a page of a listed site may ask %s, without cookies",
  async (path) => {
    const response = await preflight(path, APP);
    expect(response.status).toBe(204);
    expect(granted(response)).toEqual({
      "access-control-allow-origin": APP,
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": "content-type,idempotency-key,x-api-key",
      "access-control-expose-headers": expect.stringContaining("ratelimit-remaining"),
      "access-control-max-age": "7200",
    });
    expect(response.headers.get("vary")).toBe("origin");
  },
);

it("a page of a listed site reads answers, refusals among them", async () => {
  const graph = await server.ask("POST", "/graphql", { body: { query: "{ __typename }" }, headers: { origin: APP } });
  expect([graph.status, granted(graph)]).toEqual([
    200,
    expect.objectContaining({ "access-control-allow-origin": APP }),
  ]);
  const refused = await server.ask("GET", "/v2/auth/session", { key: null, headers: { origin: APP } });
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, APP]);
});

it.each([
  "https://evil.example.com",
  "http://app.example.com",
  "https://app.example.com.evil.example",
  "https://app.example.com:8443",
  "null",
])("a page of %s gets nothing", async (origin) => {
  expect(granted(await preflight("/graphql", origin))).toEqual({});
  const answer = await server.ask("POST", "/graphql", { body: { query: "{ __typename }" }, headers: { origin } });
  expect([granted(answer), answer.headers.get("vary")]).toEqual([{}, "origin"]);
});

it("nobody gets anything where no site is listed", async () => {
  const response = await preflight("/graphql", APP, closed);
  expect([granted(response), response.headers.get("vary")]).toEqual([{}, null]);
});
