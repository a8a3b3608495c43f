import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const tool = (name: string) => join(ROOT, "node_modules", ".bin", name);

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.stop());

it("a GraphQL client of the client preset and urql is generated from the SDL, type-checked and works", async () => {
  const folder = await temporaryFolder();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  copyFileSync(join(ROOT, "schema", "schema.graphql"), join(folder, "schema.graphql"));
  for (const file of ["client.ts", "tsconfig.json", "codegen.json"])
    copyFileSync(fileURLToPath(new URL(`outside/graphql/${file}`, import.meta.url)), join(folder, file));
  const options = { cwd: folder };
  await run(tool("graphql-codegen"), ["--config", "codegen.json", "--silent"], options);
  await run(tool("tsc"), ["-p", "tsconfig.json"], options);
  const { key } = await system.team();
  const output = await run(process.execPath, ["client.js", `${system.url}/graphql`, key], options);
  expect(JSON.parse(output)).toEqual({
    status: "DISCOVERING",
    workflowName: "first_pass",
    name: "Rotor blades",
    jobs: ["QUEUED"],
    missing: "NOT_FOUND",
  });
});
