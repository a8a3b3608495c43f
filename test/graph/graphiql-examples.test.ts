import { type OperationDefinitionNode, parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { importTestCompanies, TEST_COMPANIES } from "../support/companies.ts";
import { eventually, type GraphAnswer, present, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  // One of the examples reviews Nordex.
  const nordex = { ...present(TEST_COMPANIES[0]), domain: "nordex-online.com", name: "Nordex" };
  await importTestCompanies(system.database.db, [...TEST_COMPANIES, nordex]);
});
afterAll(() => system?.stop());

/** What GraphiQL's script opens: the text of each tab. */
async function tabs(): Promise<string[]> {
  const script = await (await fetch(`${system.url}/graphiql/start.js`)).text();
  const [options = ""] = /\{.*\}/.exec(script) ?? [];
  return (JSON.parse(options) as { defaultTabs: { query: string }[] }).defaultTabs.map(({ query }) => query);
}

/** Sends an operation as GraphiQL does: subscriptions as events. */
async function send(key: string, query: string, { operation, name }: OperationDefinitionNode, variables: object) {
  const isStream = operation === "subscription";
  const response = await fetch(`${system.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": key,
      ...(isStream ? { accept: "text/event-stream" } : {}),
    },
    body: JSON.stringify({ query, operationName: name?.value, variables }),
  });
  if (!isStream) return (await response.json()) as GraphAnswer;
  const [, event = "{}"] = /^event: next\ndata: (.+)$/m.exec(await response.text()) ?? [];
  return JSON.parse(event) as GraphAnswer;
}

/** Waits until nothing is left to run for the market or to fill in its columns. */
const settled = () =>
  eventually(
    () =>
      system.database.db.query(
        "SELECT id::text FROM jobs WHERE status IN ('queued', 'running') UNION ALL SELECT column_id::text FROM market_cells WHERE state = 'waiting'",
      ),
    (open) => open.length === 0,
  );

it("GraphiQL opens with an example for each kind of work, and the server carries out every one of them", async () => {
  const { teamId } = await system.team();
  const key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const [first = "", examples = ""] = await tabs();
  const [opening] = parse(first).definitions as OperationDefinitionNode[];
  expect(opening && (await send("", first, opening, {})).errors).toBeUndefined();

  const operations = parse(examples).definitions as OperationDefinitionNode[];
  const answers: Record<string, GraphAnswer["data"]> = {};
  let since = "";
  for (const operation of operations) {
    const name = operation.name?.value ?? "";
    const { data, errors } = await send(key, examples, operation, { since });
    expect([name, errors]).toEqual([name, undefined]);
    answers[name] = data;
    if (operation.operation === "mutation") await settled();
    if (name === "Market") since = (data as { market: { historySince: string } }).market.historySince;
  }
  expect(answers).toMatchObject({
    StartDiscovery: { startDiscovery: { market: { marketId: 1 } } },
    FollowDiscovery: { discoveryProgress: { sequence: 1 } },
    Columns: { market: { columns: [{ name: "Staff" }] } },
    Review: { reviewCompany: { market: { reviews: { totalCount: 1 } } } },
    Charts: { market: { radar: {}, topics: {}, featureMap: {} } },
    History: { market: { asOf: {}, changes: {} } },
    Export: { market: { download: { url: expect.stringContaining("http") } } },
    MonitorMarket: { createMonitor: { monitorId: 1 } },
    Webhooks: { webhooks: { edges: [{ node: { status: "ACTIVE" } }] } },
  });
});
