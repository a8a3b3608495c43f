import { copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RestServer, startRestServer } from "../rest/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside, outsideTool } from "./outside.ts";
import { run } from "./run.ts";

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server?.stop());

it("a TypeScript client of openapi-typescript and openapi-fetch is generated, type-checked and works", async () => {
  const outside = await installOutside();
  const folder = await temporaryFolder();
  symlinkSync(join(outside, "node_modules"), join(folder, "node_modules"));
  copyFileSync(join(outside, "package.json"), join(folder, "package.json"));
  for (const file of ["client.ts", "tsconfig.json"])
    copyFileSync(fileURLToPath(new URL(`outside/openapi/${file}`, import.meta.url)), join(folder, file));
  const options = { cwd: folder };
  await run(outsideTool(outside, "openapi-typescript"), [`${server.url}/v2/openapi.json`, "-o", "api.ts"], options);
  await run(outsideTool(outside, "tsc"), ["-p", "tsconfig.json"], options);
  const output = await run(process.execPath, ["client.js", server.url, await server.keyOf(server.teamId)], options);
  expect(JSON.parse(output)).toEqual({
    role: "manufacturer",
    countries: ["DE", "AT"],
    suggestions: expect.any(Number),
    workflowName: "first_pass",
    state: "queued",
    early: [404, "NOT_FOUND"],
  });
});
