import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES, SUBSCRIPTIONS } from "#accounts/auth/scopes";
import { openApiDocument } from "#rest/openapi";
import { type Endpoint, endpoints } from "#rest/route-table";
import examples from "../../src/rest/examples.json" with { type: "json" };
import { finishRun, type RestServer, startRestServer } from "../rest/server.ts";
import { ISO_TIME } from "../support/iso-time.ts";
import { EXAMPLE_DOSSIER, seedExamples } from "./example-data.ts";

const FILE = fileURLToPath(new URL("../../src/rest/examples.json", import.meta.url));

const document = JSON.parse(JSON.stringify(openApiDocument()));

/** What the document shows, by operation. */
const shown: Record<string, Record<string, unknown>> = examples;

interface Shown {
  /** What the example shows; `answer` unless an operation has several. */
  as?: string;
  path?: Record<string, string>;
  headers?: Record<string, string>;
  /** In place of the documented body. */
  body?: unknown;
  key?: string;
  before?: () => Promise<void>;
}

let server: RestServer;
let subscribedKey: string;
let recorded: Record<string, Record<string, unknown>>;

/** The body that the document shows for an operation, if it has one. */
const documentedBody = ({ path, method }: Endpoint) =>
  document.paths[path][method.toLowerCase()].requestBody?.content["application/json"].schema.examples?.[0];

const RECENT_MS = 48 * 3600 * 1000;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** An answer without what differs from run to run: the present, and tokens. */
function steady(key: string, value: unknown): unknown {
  if (typeof value === "string" && ISO_TIME.test(value))
    return Math.abs(Date.now() - Date.parse(value)) < RECENT_MS ? "2026-01-31T12:00:00.000Z" : value;
  if (key === "expiresAt") return Date.parse("2026-01-31T12:15:00.000Z");
  if (typeof value === "string" && /Token$/.test(key) && TOKEN.test(value))
    return "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl";
  return value;
}

/** Every operation's documented request, in an order in which each finds what it needs. */
function requests(marketId: number): [operation: string, shown: Shown][] {
  const path = { marketId: String(marketId) };
  const finish = () => finishRun(server.db, marketId);
  let refreshToken = "";
  return [
    ["signIn", {}],
    [
      "refreshSession",
      {
        before: async () => {
          const body = documentedBody(endpointOf("signIn"));
          refreshToken = (await server.ask("POST", "/v2/auth/sign-in", { body })).body.refreshToken;
        },
        get body() {
          return { refreshToken };
        },
      },
    ],
    ["signOut", {}],
    ["sessionToken", {}],
    ["generateSearchCriteria", {}],
    ["suggestKeywords", {}],
    ["startDiscovery", {}],
    ["discoveryStatus", { path }],
    ["searchCriteria", { path }],
    ["searchCriteriaHistory", { path }],
    ["extendDiscovery", { as: "dataEnvelope", path }],
    ["extendDiscovery", { as: "actionEnvelope", path, headers: { prefer: "return=minimal" }, before: finish }],
    ["publishMarket", { path, before: finish }],
    ["marketEsg", { path }],
    ["marketCompanies", { path }],
    ["marketPeople", { path }],
    ["marketMomentum", { path }],
    ["marketRadar", { path }],
    ["marketTopics", { path }],
    ["marketPhrases", { path }],
    ["marketFeatureMap", { path }],
    ["teamUsers", { path: { teamId: String(server.teamId) } }],
    ["createTeam", { key: server.platformKey }],
    ["companyNews", { path: { identifier: "example.com" } }],
    ["searchCompanies", {}],
    ["collectionDossiers", { path: { collectionId: "null" } }],
    ["dossier", { path: { agentId: EXAMPLE_DOSSIER } }],
    ["listEvents", { key: subscribedKey }],
  ];
}

function endpointOf(operation: string): Endpoint {
  const endpoint = endpoints.find(({ name }) => name === operation);
  if (endpoint === undefined) throw new Error(`there is no operation ${operation}`);
  return endpoint;
}

async function record(marketId: number): Promise<Record<string, Record<string, unknown>>> {
  const answers: Record<string, Record<string, unknown>> = {};
  for (const [operation, shown] of requests(marketId)) {
    await shown.before?.();
    const endpoint = endpointOf(operation);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => shown.path?.[name] ?? "");
    const body = shown.body ?? documentedBody(endpoint);
    const reads = endpoint.method === "GET";
    // fetch sends no body with GET; its fields may stand in the query.
    const query = new URLSearchParams();
    if (reads) for (const [name, value] of Object.entries(body ?? {})) query.set(name, JSON.stringify(value));
    const answer = await server.ask(endpoint.method, `${path}?${query}`, {
      ...(reads || body === undefined ? {} : { body }),
      ...(shown.key === undefined ? {} : { key: shown.key }),
      ...(shown.headers === undefined ? {} : { headers: shown.headers }),
    });
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${JSON.stringify(answer.body)}`);
    answers[operation] = {
      ...answers[operation],
      [shown.as ?? "answer"]: JSON.parse(JSON.stringify(answer.body, steady)),
    };
  }
  return answers;
}

beforeAll(async () => {
  server = await startRestServer();
  subscribedKey = await server.keyOf(server.teamId, SCOPES, SUBSCRIPTIONS);
  const body = documentedBody(endpointOf("startDiscovery"));
  const started = await server.ask("POST", "/v2/discovery/start", { body });
  const { marketId } = started.body.metadata;
  await finishRun(server.db, marketId);
  await seedExamples(server.db, server.teamId, marketId, started.body.data[0].jobId);
  recorded = await record(marketId);
});
afterAll(() => server?.stop());

describe("the examples of the OpenAPI document", () => {
  it("are the answers of a running server to the documented requests, and cover every operation", async () => {
    expect(Object.keys(recorded).sort()).toEqual(endpoints.map(({ name }) => name).sort());
    // Written anew by `npm run examples`.
    await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot(FILE);
  });

  it.each(Object.entries(shown))("fit the strict contract of %s", (operation, answers) => {
    const { output } = endpointOf(operation);
    for (const answer of Object.values(answers)) expect(output.parse(answer)).toEqual(answer);
  });

  it("leave no operation without one", () => {
    for (const { path, method, name } of endpoints) {
      const { content } = document.paths[path][method.toLowerCase()].responses["200"];
      expect([name, Object.keys(content["application/json"].examples ?? {})]).toEqual([
        name,
        Object.keys(shown[name] ?? {}),
      ]);
    }
  });
});
