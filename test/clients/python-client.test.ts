import { copyFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RestServer, startRestServer } from "../rest/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pythonEnvironment } from "./python-environment.ts";
import { run } from "./run.ts";

let server: RestServer;
let bin: string;
beforeAll(async () => {
  bin = await pythonEnvironment(new URL("python/requirements.txt", import.meta.url));
  server = await startRestServer();
}, 300_000);
afterAll(() => server?.stop());

it("a Python client is generated from the OpenAPI document, every operation of it, and works", async () => {
  const folder = await temporaryFolder();
  const args = ["generate", "--url", `${server.url}/v2/openapi.json`, "--meta", "none", "--output-path", "market_api"];
  // It formats what it wrote with ruff, which it looks for in the PATH.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  // An operation that it cannot express is a warning, which fails here.
  await run(join(bin, "openapi-python-client"), [...args, "--fail-on-warning"], { cwd: folder, env });
  copyFileSync(fileURLToPath(new URL("python/client.py", import.meta.url)), join(folder, "client.py"));
  const key = await server.keyOf(server.teamId);
  const output = await run(join(bin, "python"), ["client.py", server.url, key], { cwd: folder });
  expect(JSON.parse(output)).toEqual({
    role: "manufacturer",
    countries: ["DE", "AT"],
    workflowName: "first_pass",
    startTimeHasZone: true,
    state: "queued",
    early: [404, "NOT_FOUND"],
  });
});
