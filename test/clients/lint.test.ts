import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside, outsideTool } from "./outside.ts";
import { run } from "./run.ts";

const DOCUMENT = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));

describe("the committed OpenAPI document", () => {
  let outside: string;
  beforeAll(async () => {
    outside = await installOutside();
  });

  it("passes Redocly's recommended rules without a warning or an exception", async () => {
    const output = await run(
      outsideTool(outside, "redocly"),
      ["lint", DOCUMENT, "--extends=recommended", "--format=json"],
      {
        cwd: await temporaryFolder(),
        env: { ...process.env, REDOCLY_TELEMETRY: "off" },
      },
    );
    expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
  });

  it("passes Spectral's recommended rules without a warning or an exception", async () => {
    const folder = await temporaryFolder();
    const ruleset = join(folder, "ruleset.json");
    writeFileSync(ruleset, JSON.stringify({ extends: ["spectral:oas"] }));
    const args = ["lint", DOCUMENT, "--ruleset", ruleset, "--fail-severity=hint", "--format=json", "--quiet"];
    const output = await run(outsideTool(outside, "spectral"), args, { cwd: folder });
    expect(JSON.parse(output)).toEqual([]);
  });
});
