import { type OperationDefinitionNode, parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { importTestCompanies } from "../support/companies.ts";
import { ended } from "../support/discovery.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
});
afterAll(() => system?.stop());

it("GraphiQL opens with an example for each kind of work, and the server answers them", async () => {
  const { teamId } = await system.team();
  const key = await system.key(teamId, SCOPES, ["events-monitor"]);
  const script = await (await fetch(`${system.url}/graphiql/start.js`)).text();
  const [options = ""] = /\{.*\}/.exec(script) ?? [];
  const { defaultTabs } = JSON.parse(options) as { defaultTabs: { query: string }[] };
  const [first = "", examples = ""] = defaultTabs.map(({ query }) => query);
  const operations = parse(examples).definitions as OperationDefinitionNode[];
  const named = (kind: string) =>
    operations.filter(({ operation }) => operation === kind).map(({ name }) => name?.value ?? "");
  expect(named("query")).toEqual(
    expect.arrayContaining(["Preview", "Market", "WhyNot", "Signals", "Events", "Dossiers"]),
  );
  expect(named("mutation")).toEqual(
    expect.arrayContaining(["ReadQuestion", "StartDiscovery", "Publish", "MonitorMarket"]),
  );
  expect(named("subscription")).toEqual(["FollowDiscovery"]);
  const ask = async (query: string, operationName: string, headers = {}) => {
    const response = await fetch(`${system.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, operationName }),
    });
    return (await response.json()) as { data?: object; errors?: object[] };
  };
  expect((await ask(first, "WhatCanBeAsked")).errors).toBeUndefined();
  const asked = { "x-api-key": key };
  expect((await ask(examples, "StartDiscovery", asked)).data).toMatchObject({
    startDiscovery: { market: { marketId: 1 } },
  });
  await ended(system, key, 1);
  for (const name of [...named("query"), "ReadQuestion"])
    expect([name, (await ask(examples, name, asked)).errors]).toEqual([name, undefined]);
});
