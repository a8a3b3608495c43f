import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importTestCompanies } from "../support/companies.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { run } from "./run.ts";

const PAGE = readFileSync(new URL("../../docs/clients.md", import.meta.url), "utf8");
const COMMANDS = [...PAGE.matchAll(/```sh\n(curl [\s\S]+?)\n```/g)].map(([, command]) => command ?? "");

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
});
afterAll(() => system?.stop());

it("the page for clients has commands of curl that give a market, and its progress until the discovery has ended", async () => {
  const { key } = await system.team();
  const searchCriteria = { userPrompt: "Find 5 makers of rotor blades in Germany", marketName: "Rotor blades" };
  const { errors } = await system.graph(
    key,
    "mutation ($input: StartDiscoveryInput!) { startDiscovery(input: $input) { market { marketId } } }",
    { input: { searchCriteria } },
  );
  expect(errors).toBeUndefined();
  const shell = (command: string) =>
    run("sh", ["-c", command.replace("http://127.0.0.1:4000", system.url)], { env: { ...process.env, KEY: key } });
  const [market = "", progress = "", ...others] = COMMANDS;
  expect(others).toEqual([]);
  // The subscription ends with the discovery.
  const events = (await shell(progress)).split("\n\n").filter((event) => event.startsWith("event: next"));
  const phases = events.map((event) => /"phase":"(\w+)"/.exec(event)?.[1]);
  expect([phases[0], phases.at(-1)]).toEqual(["QUEUED", "COMPLETED"]);
  expect(JSON.parse(await shell(market))).toMatchObject({
    data: { market: { name: "Rotor blades", status: "IN_REVIEW", companies: { totalCount: 5 }, candidate: null } },
  });
});
