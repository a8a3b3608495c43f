import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importTestCompanies } from "../support/companies.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installOutside, outsideTool } from "./outside.ts";
import { run } from "./run.ts";

const FOLDER = fileURLToPath(new URL("../../docs/", import.meta.url));
const ENVIRONMENT = { ...process.env, REDOCLY_TELEMETRY: "off" };

interface Report {
  files: Record<string, { executedWorkflows: { executedSteps: { stepId: string; status: string }[] }[] }>;
}

let system: TestSystem;
let redocly: string;
beforeAll(async () => {
  system = await startSystem({ temporal: true, worker: true });
  await importTestCompanies(system.database.db);
  redocly = outsideTool(await installOutside(), "redocly");
});
afterAll(() => system?.stop());

describe("the Arazzo document of the workflow's order", () => {
  it("passes the rules of its specification", async () => {
    const args = ["lint", join(FOLDER, "discovery.arazzo.yaml"), "--extends=recommended", "--format=json"];
    const output = await run(redocly, args, { cwd: await temporaryFolder(), env: ENVIRONMENT });
    expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });

  it("leads from a question to a published market on a running server, step by step", async () => {
    const folder = await temporaryFolder();
    for (const file of ["discovery.arazzo.yaml", "openapi.json"])
      writeFileSync(join(folder, file), readFileSync(join(FOLDER, file)));
    const { key } = await system.team();
    const input = { apiKey: key, question: "Find 4 makers of wind turbine components in Germany and Austria" };
    await run(
      redocly,
      [
        "respect",
        "discovery.arazzo.yaml",
        "--server",
        `market=${system.url}`,
        "--input",
        JSON.stringify(input),
        "--json-output",
        "report.json",
      ],
      { cwd: folder, env: ENVIRONMENT },
    );
    const report: Report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    const steps = report.files["discovery.arazzo.yaml"]?.executedWorkflows[0]?.executedSteps ?? [];
    expect(steps.filter(({ status }) => status === "success").map(({ stepId }) => stepId)).toEqual([
      "read-the-question",
      "start",
      "wait-for-the-companies",
      "read-the-criteria",
      "publish",
      "wait-for-the-publication",
    ]);
    const market = "{ market(marketId: 1) { status companies(first: 1) { totalCount } } }";
    const published = await eventually(
      () => system.graph(key, market),
      ({ data }) => JSON.stringify(data).includes("PUBLISHED"),
    );
    expect(published).toMatchObject({ data: { market: { companies: { totalCount: 4 } } } });
  });
});
