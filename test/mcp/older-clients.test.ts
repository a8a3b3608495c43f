import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importTestCompanies } from "../support/companies.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let agent: Client;

beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  const { key } = await system.team();
  agent = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${system.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // The SDK's declaration of its own class does not allow for exact optional properties.
  await agent.connect(transport as Parameters<Client["connect"]>[0]);
});
afterAll(async () => {
  await agent?.close();
  await system?.stop();
});

it("a client of the revisions before 2026-07-28 finds a market, and is told its progress", async () => {
  expect(agent.getServerCapabilities()).toEqual({
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
  });
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name)).toContain("follow_discovery");
  const told = async (name: string, input: Record<string, unknown>, onprogress?: () => void) =>
    (await agent.callTool({ name, arguments: input }, undefined, onprogress === undefined ? {} : { onprogress }))
      .structuredContent as Record<string, unknown>;
  const question = "Find 5 makers of rotor blades for wind turbines in Germany, not wind farm operators";
  const { marketId } = await told("start_discovery", { question });
  const steps: unknown[] = [];
  expect(await told("follow_discovery", { marketId }, () => steps.push(1))).toMatchObject({
    status: "COMPLETED",
    hasEnded: true,
    companiesFound: 5,
  });
  expect(steps.length).toBeGreaterThan(0);
  const { contents } = await agent.readResource({ uri: `market://${marketId}` });
  expect(contents).toHaveLength(1);
  expect((await agent.listPrompts()).prompts).toHaveLength(2);
  await expect(agent.readResource({ uri: "market://999999" })).rejects.toMatchObject({ code: -32602 });
  const refused = await agent.callTool({ name: "get_market", arguments: { marketId: 999_999 } });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("NOT_FOUND") }] });
});
