import { readFile, stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { command } from "../support/command.ts";
import { freePort } from "../support/ports.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function environment(): Promise<Record<string, string>> {
  return {
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    LOG_LEVEL: "warn",
    // A busy machine may be late, which is not what these tests are about.
    MAX_EVENT_LOOP_DELAY_MS: "0",
  };
}

interface Report {
  criteria: { count: number; locations: { country: string }[]; keywords: { irrelevant: string[] } };
  criteriaNotes: string[];
  job: { status: string };
  companies: { rank: number; domain: string; country: string; score: number; reason: string }[];
  rejected: { reason: string }[];
  urls: { graphiql: string; workflow: string; apiKey: { prefix: string; file: string } };
}

describe("the command ask", () => {
  it("turns a question into a market of real companies from an empty data folder, and again on the same one", async () => {
    const env = await environment();
    const question = "Find 8 makers of wind turbine components in Germany and Denmark, not wind farm operators";
    const first = await command("src/cli/ask.ts", ["--json", question], env, 110_000);
    expect(first.stderr).toBe("");
    expect(first.code).toBe(0);
    const report: Report = JSON.parse(first.stdout);
    expect(report.criteria).toMatchObject({
      count: 8,
      locations: [{ country: "DE" }, { country: "DK" }],
      keywords: { irrelevant: ["wind farm operators"] },
    });
    expect(report.job.status).toBe("COMPLETED");
    expect(report.companies).toHaveLength(8);
    for (const { country, reason } of report.companies) {
      expect(["DE", "DK"]).toContain(country);
      expect(reason).not.toBe("");
    }
    expect(report.companies.map(({ domain }) => domain)).toContain("vestas.com");
    expect(report.rejected.length).toBeGreaterThan(0);
    expect(report.urls.workflow).toMatch(/\/namespaces\/default\/workflows\/discovery-1$/);

    const second = await command(
      "src/cli/ask.ts",
      ["--json", "Find 3 breweries in Belgium and the Netherlands, family owned"],
      env,
      110_000,
    );
    expect(second.code).toBe(0);
    expect(second.stderr).toBe("");
    const answer: Report = JSON.parse(second.stdout);
    expect(answer.criteriaNotes).toContainEqual(expect.stringContaining("“family owned” was not used"));
    const { apiKey } = answer.urls;
    expect(apiKey).toEqual(report.urls.apiKey);
    const key = (await readFile(apiKey.file, "utf8")).trim();
    expect(key).toContain(`_${apiKey.prefix}_`);
    expect((await stat(apiKey.file)).mode & 0o777).toBe(0o600);
    expect(first.stdout + second.stdout).not.toContain(key.split("_")[3]);

    // For people, the reading is told before the start.
    const german = "Brauereien im Umkreis von 50 km von Xyzburg";
    const third = await command("src/cli/ask.ts", ["--yes", german], env, 110_000);
    const [criteria = "", started] = third.stderr.split(/^Market \d+, job/m);
    expect(started).toBeDefined();
    expect(criteria).toMatch(/^Reading {5}.*Read in English as “breweries within 50 km of/m);
    expect(criteria).toContain("is no place that is known here");
  }, 360_000);

  it("lists all mistakes of the configuration before it starts anything", async () => {
    const { code, stderr } = await command("src/cli/ask.ts", ["makers of kites"], {
      PORT: "none",
      TEMPORAL_PORT: "99999",
      DATA_DIR: "/nonexistent",
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/has 2 mistakes:[\s\S]*PORT must be[\s\S]*TEMPORAL_PORT must be 1–65535/);
  });
});
