import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ReplayReport, replayJob } from "#markets/discovery/replay/replay-job";
import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { command } from "../support/command.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let server: ModelServer;
let key: string;

beforeAll(async () => {
  server = await startModelServer();
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: modelEnvironment(server, "anthropic"),
  });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
});
beforeEach(async () => {
  ({ key } = await system.team());
  server.requests.length = 0;
  // Not what the rules would say: Castor is turned down by the model alone.
  server.otherwise = ({ body }) => {
    const { conditions, company } = JSON.parse(textOf(body.messages[0]?.content));
    const outcome = (id: string) => (id.startsWith("unwanted") || company.name.startsWith("Castor") ? "notMet" : "met");
    const quote = company.description.slice(0, 40);
    return {
      text: JSON.stringify({
        criteria: conditions.map(({ id }: { id: string }) => ({
          id,
          outcome: outcome(id),
          quote,
          note: "So it says.",
        })),
      }),
    };
  };
});

/** Anthropic's messages have their text in parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : "";
}

async function discover(): Promise<number> {
  const { market, job } = await start(system, key, { ...WIND_CRITERIA, count: 5 });
  const { jobs } = await ended(system, key, market.marketId);
  expect(jobs[0]?.status).toBe("COMPLETED");
  return job.jobId;
}

const replay = (jobId: number): Promise<ReplayReport> => replayJob(system.database.db, jobId, null);

describe("a replay", () => {
  it("comes to the same verdicts as the job, and asks nobody", async () => {
    const jobId = await discover();
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(0);
    const report = await replay(jobId);
    expect(report).toMatchObject({ same: true, partings: [] });
    expect(report.digest.after).toBe(report.digest.before);
    expect(report.candidates).toBeGreaterThan(5);
    expect(server.requests.length).toBe(asked);
    expect(await replay(jobId)).toEqual(report);
    const castor = await system.database.db.prisma.candidate.findFirstOrThrow({
      where: { jobId, domain: "castor-turbines.com" },
    });
    expect(castor.verdict).toBe("failed");
  });

  it("uses the records as they were when the directory has changed since, and says so", async () => {
    const jobId = await discover();
    const { prisma } = system.database.db;
    const before = await prisma.company.findUniqueOrThrow({ where: { domain: "donau-turbines.com" } });
    await prisma.company.update({
      where: { id: before.id },
      data: { description: "Donau runs a chain of bakeries.", contentHash: "another" },
    });
    const report = await replay(jobId);
    await prisma.company.update({
      where: { id: before.id },
      data: { description: before.description, contentHash: before.contentHash },
    });
    expect(report.same).toBe(true);
    expect(report.notes.join()).toContain("The directory has changed since");
  });

  it("says where it parted when an answer of the model is not what it was", async () => {
    const jobId = await discover();
    await system.database.db.query(
      "UPDATE recorded_answers SET answer = replace(answer, 'notMet', 'met') WHERE job_id = $1 AND operation = 'chat'",
      [jobId],
    );
    const report = await replay(jobId);
    expect(report.same).toBe(false);
    const castor = report.partings.find(({ domain }) => domain === "castor-turbines.com");
    expect(castor).toMatchObject({ at: "verdict", before: expect.stringContaining("failed") });
  });

  it("comes to the same when a step was repeated after its worker had been killed, and the model had become unreachable", async () => {
    // What the killed worker had been answered and had not committed yet: all of another run.
    const first = await discover();
    server.otherwise = () => ({ status: 401 });
    await system.database.db.query(
      `
      CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO recorded_answers (job_id, request_hash, provider, operation, model, request, answer, recorded_at)
          SELECT NEW.job_id, request_hash, provider, operation, model, request, answer, recorded_at FROM recorded_answers
          WHERE job_id = ${first} AND operation = 'chat' ORDER BY recorded_at OFFSET 4
          ON CONFLICT DO NOTHING;
        RETURN NEW; END $$`,
      [],
    );
    await system.database.db.query(
      "CREATE TRIGGER remember AFTER INSERT ON recorded_answers FOR EACH ROW WHEN (NEW.request_hash = 'fusion') EXECUTE FUNCTION remember()",
      [],
    );
    const jobId = await discover();
    await system.database.db.query("DROP TRIGGER remember ON recorded_answers", []);
    expect(await replay(jobId)).toMatchObject({ same: true, partings: [] });
  });

  it("of a job that continues another replays the verdicts that it took over", async () => {
    const first = await discover();
    const { data } = await system.graph<{ forkDiscovery: { market: { marketId: number }; job: { jobId: number } } }>(
      key,
      "mutation ($j: Int!) { forkDiscovery(input: { jobId: $j, searchCriteria: { count: 3 } }) { market { marketId } job { jobId } } }",
      { j: first },
    );
    const fork = data?.forkDiscovery;
    if (fork === undefined) throw new Error("not forked");
    await ended(system, key, fork.market.marketId);
    expect(await replay(fork.job.jobId)).toMatchObject({ same: true });
  });

  it("runs from the command line, planning and searching included", async () => {
    const jobId = await discover();
    const environment = { DATABASE_URL: system.database.url, DATA_DIR: system.config.dataDir };
    const { code, stdout } = await command("src/cli/market.ts", ["replay", String(jobId), "--json"], environment);
    const report: ReplayReport = JSON.parse(stdout);
    expect([code, report.same, report.notes]).toEqual([0, true, []]);
    const unknown = await command("src/cli/market.ts", ["replay", "900000"], environment);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("job 900000");
    const ledger = await command("src/cli/market.ts", ["ledger", "--job", String(jobId), "--json"], environment);
    const { total, sums } = JSON.parse(ledger.stdout);
    expect(total).toBe(server.requests.length * 180);
    expect(sums).toMatchObject([{ provider: "anthropic", calls: server.requests.length, uncertain: 0 }]);
  });
});
