import { type OperationDefinitionNode, parse } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
});
afterAll(() => system?.stop());

it("GraphiQL opens with an example for each kind of work, and the server answers each that changes nothing", async () => {
  const { key } = await system.team();
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
  for (const name of [...named("query"), "ReadQuestion"])
    expect([name, (await ask(examples, name, { "x-api-key": key })).errors]).toEqual([name, undefined]);
});
