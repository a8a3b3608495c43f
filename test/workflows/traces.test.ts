import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDossier } from "../support/dossiers.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { freePort } from "../support/ports.ts";
import { type SentSpan, type SpanCollector, startSpanCollector } from "../support/span-collector.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

/** What no span may have: it is a client's. */
const SECRET = "Zanzibar";

let collector: SpanCollector;
let system: TestSystem;
let key: string;
let marketId: number;

beforeAll(async () => {
  collector = await startSpanCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  system = await startSystem({ temporal: true, worker: true, environment });
  const { db } = system.database;
  const { teamId, key: made } = await system.team();
  key = made;
  const company = await seedCompany(db, "kites.de", { name: "Kites", description: "It makes kites.", employees: 12 });
  marketId = await seedMarket(db, teamId, [company.id]);
});
afterAll(async () => {
  await system?.stop();
  collector?.close();
});

/** Asks the graph within a trace; resolves to its spans, once they have one of this name. */
async function tracesOf(query: string, awaited: string, url = system.url) {
  const traceId = randomUUID().replaceAll("-", "");
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": key,
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ query }),
  });
  const answer = await response.text();
  const find = async () => collector.spans.filter((span) => span.traceId === traceId);
  const found = await eventually(find, (spans) => spans.some(({ name }) => name === awaited) && hasRequest(spans));
  expect(JSON.stringify(found)).not.toContain(SECRET);
  const named = (name: string) => found.filter((span) => span.name === name);
  return { answer, named };
}
const hasRequest = (spans: SentSpan[]) => spans.some(({ name }) => name.startsWith("POST "));

it("a run of a dossier has the trace of the request that asked for it", async () => {
  const agentId = await createDossier(system, key, { agentType: "MARKET", marketId, query: `Who is in ${SECRET}?` });
  const { named } = await tracesOf(
    `mutation { runDossier(input: { agentId: "${agentId}" }) { taskId } }`,
    "activity writeDossier",
  );
  const [operation] = named("graphql mutation runDossier");
  const [start] = named("start dossier");
  expect(start?.parentSpanId).toBe(operation?.spanId);
  expect(named("activity writeDossier")).toMatchObject([{ parentSpanId: start?.spanId }]);
});

it("a fill of columns has the trace of the request that asked for it", async () => {
  const { named } = await tracesOf(
    `mutation { addMarketColumn(input: { marketId: ${marketId}, question: "How many employees in ${SECRET}?", kind: NUMBER }) { columnId } }`,
    "activity completeFill",
  );
  const [operation] = named("graphql mutation addMarketColumn");
  const [start] = named("start columns");
  expect(start?.parentSpanId).toBe(operation?.spanId);
  expect(named("activity completeFill")).toMatchObject([{ parentSpanId: start?.spanId }]);
});

it("a field that waits for Temporal is a span of its operation, and what it waits for is within it", async () => {
  const asked = `{ market(marketId: ${marketId}) { name whyNot(domain: "kites.de") { __typename } } }`;
  const { named } = await tracesOf(asked, "field Market.whyNot");
  const [operation] = named("graphql query market");
  expect(named("field Market.whyNot")).toMatchObject([{ parentSpanId: operation?.spanId }]);

  const preview = await tracesOf(
    `{ previewDiscovery(searchCriteria: { userPrompt: "Makers of kites in ${SECRET}" }) { wanted } }`,
    "activity searchInMemory",
  );
  const [field] = preview.named("field Query.previewDiscovery");
  expect(field?.parentSpanId).toBe(preview.named("graphql query previewDiscovery")[0]?.spanId);
  expect(preview.named("activity searchInMemory")[0]?.parentSpanId).toBe(field?.spanId);
});

it("fields that the statements read are no spans", async () => {
  const { named } = await tracesOf(`{ market(marketId: ${marketId}) { name } }`, "POST graphql query market");
  expect(named("field Query.market")).toEqual([]);
});

it("a request to the search engine is a span of its operation, also where it fails", async () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SEARCH_ENGINE: "opensearch",
    SEARCH_URL: `http://127.0.0.1:${await freePort()}`,
  };
  const searching = await startSystem({ environment, database: system.database });
  try {
    const query = `{ companies(search: { keyword: "${SECRET}" }) { totalCount } }`;
    const { answer, named } = await tracesOf(query, "ask search engine", searching.url);
    expect(answer).toContain("SERVICE_UNAVAILABLE");
    const [asked] = named("ask search engine");
    expect(asked?.parentSpanId).toBe(named("graphql query companies")[0]?.spanId);
    expect(asked?.status).toEqual({ code: 2, message: "ConnectionError" });
  } finally {
    await searching.api.stop();
  }
});
