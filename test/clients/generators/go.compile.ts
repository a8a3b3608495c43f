import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RestServer, startRestServer } from "../../rest/server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { run } from "../run.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

let server: RestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server?.stop());

it("go: clients of oapi-codegen and genqlient are generated, compiled, and work together", async () => {
  const cwd = await temporaryFolder();
  cpSync(join(ROOT, "test/clients/go"), cwd, { recursive: true });
  copyFileSync(join(ROOT, "docs/openapi.json"), join(cwd, "openapi.json"));
  copyFileSync(join(ROOT, "schema/schema.graphql"), join(cwd, "schema.graphql"));
  await run("mkdir", ["api", "graph"], { cwd });
  await run("go", ["tool", "genqlient", "genqlient.yaml"], { cwd });
  const types = ["-generate", "types,client", "-package", "api", "-o", "api/api.go", "openapi.json"];
  await run("go", ["tool", "oapi-codegen", ...types], { cwd });
  await run("go", ["vet", "./..."], { cwd });
  const output = await run("go", ["run", ".", server.url, await server.keyOf(server.teamId)], { cwd });
  expect(JSON.parse(output)).toEqual({
    role: "manufacturer",
    status: "DISCOVERING",
    job: "QUEUED",
    early: "NOT_FOUND",
  });
});
