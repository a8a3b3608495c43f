import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSystem, type TestSystem } from "../support/system.ts";
import { pythonEnvironment } from "./python-environment.ts";
import { run } from "./run.ts";

let system: TestSystem;
let bin: string;
beforeAll(async () => {
  bin = await pythonEnvironment(new URL("python-graph/requirements.txt", import.meta.url));
  system = await startSystem();
}, 300_000);
afterAll(() => system?.stop());

it("a Python client checks its documents against the graph by gql, and reads a subscription as server-sent events", async () => {
  const { key } = await system.team();
  const program = fileURLToPath(new URL("python-graph/client.py", import.meta.url));
  const output = await run(join(bin, "python"), [program, `${system.url}/graphql`, key]);
  expect(JSON.parse(output)).toEqual({ status: "DISCOVERING", first: "QUEUED" });
});
