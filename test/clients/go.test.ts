import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RestServer, startRestServer } from "../rest/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const hasGo = spawnSync("go", ["version"]).status === 0;
if (!hasGo) process.stderr.write("\nTHE TEST OF THE GO CLIENTS DID NOT RUN: there is no go on the PATH\n");

let server: RestServer;
beforeAll(async () => {
  if (hasGo) server = await startRestServer();
});
afterAll(() => server?.stop());

// Go keeps modules and compiled tools in caches of its own, so that only the first run fetches and compiles them.
it.skipIf(!hasGo)(
  "clients of oapi-codegen and genqlient are generated, compile, and work together",
  async () => {
    const cwd = await temporaryFolder();
    cpSync(join(ROOT, "test/clients/go"), cwd, { recursive: true });
    copyFileSync(join(ROOT, "docs/openapi.json"), join(cwd, "openapi.json"));
    copyFileSync(join(ROOT, "schema/schema.graphql"), join(cwd, "schema.graphql"));
    for (const folder of ["api", "graph"]) mkdirSync(join(cwd, folder));
    await run("go", ["tool", "genqlient", "genqlient.yaml"], { cwd });
    const types = ["-generate", "types,client", "-package", "api", "-o", "api/api.go", "openapi.json"];
    await run("go", ["tool", "oapi-codegen", ...types], { cwd });
    await run("go", ["vet", "./..."], { cwd });
    const output = await run("go", ["run", ".", server.url, await server.keyOf(server.teamId)], { cwd });
    expect(output).toBe("manufacturer DISCOVERING QUEUED NOT_FOUND\n");
  },
  540_000,
);
