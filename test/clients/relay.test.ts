import { copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importTestCompanies } from "../support/companies.ts";
import { seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside, outsideTool } from "./outside.ts";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RELAY = join(ROOT, "test/clients/relay");

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
  await importTestCompanies(system.database.db);
});
afterAll(() => system?.stop());

it("Relay's compiler takes the SDL for its connections and refetched fragments, and its runtime pages through a market", async () => {
  const { teamId, key } = await system.team();
  const companies = await system.database.db.prisma.company.findMany({ orderBy: { domain: "asc" }, take: 3 });
  const marketId = await seedMarket(
    system.database.db,
    teamId,
    companies.map(({ id }) => id),
    "Rotor blades",
  );
  const outside = await installOutside(RELAY);
  const cwd = await temporaryFolder();
  symlinkSync(join(outside, "node_modules"), join(cwd, "node_modules"));
  copyFileSync(join(ROOT, "schema/schema.graphql"), join(cwd, "schema.graphql"));
  for (const file of ["package.json", "relay.config.json", "documents.js", "client.js"])
    copyFileSync(join(RELAY, file), join(cwd, file));
  await run(process.execPath, [outsideTool(outside, "relay-compiler"), "relay.config.json"], { cwd });
  const output = await run(process.execPath, ["client.js", `${system.url}/graphql`, key, String(marketId)], { cwd });
  const domains = companies.map(({ domain }) => domain);
  expect(JSON.parse(output)).toEqual({ name: "Rotor blades", first: domains.slice(0, 2), all: domains });
});
