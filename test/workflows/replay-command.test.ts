import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mix32 } from "#foundation/language/hash32";
import { ForkDiscoveryDocument, MarketEvidenceDocument } from "#generated/tests/graphql";
import { type ReplayReport, replayJob } from "#markets/discovery/replay/replay-job";
import { verifyEvidence } from "#markets/evidence/verify-evidence";
import { TASK_QUEUE } from "#workflows/contract";
import type { RetentionResult } from "#workflows/retention/contract";
import type { ModelServer } from "../language-model/model-server.ts";
import { command } from "../support/command.ts";
import { ended } from "../support/discovery.ts";
import { marketCommand } from "../support/market.ts";
import type { TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { type JudgingSystem, payloadOf, startJudgingSystem } from "./judged-by-model.ts";

let judging: JudgingSystem;
let system: TestSystem;
let server: ModelServer;
let key: string;
let teamId: number;

beforeAll(async () => {
  judging = await startJudgingSystem({ RETENTION_PROGRESS_LOG_DAYS: "180" });
  ({ system, server } = judging);
});
afterAll(() => judging?.stop());
beforeEach(async () => {
  ({ key, teamId } = await system.team());
  judging.reset();
});

const discover = () => judging.discover(key);

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
    const input = { jobId: first, searchCriteria: { count: 3 } };
    const { forkDiscovery } = await system.answer(key, ForkDiscoveryDocument, { input });
    await ended(system, key, forkDiscovery.market.marketId);
    expect(await replay(forkDiscovery.job.jobId)).toMatchObject({ same: true });
  });

  it("runs from the command line, planning and searching included", async () => {
    const jobId = await discover();
    const environment = { DATABASE_URL: system.database.url, DATA_DIR: system.config.dataDir };
    const { code, stdout } = await marketCommand(["replay", String(jobId), "--json"], environment);
    const report: ReplayReport = JSON.parse(stdout);
    expect([code, report.same, report.notes]).toEqual([0, true, []]);
    const unknown = await marketCommand(["replay", "900000"], environment);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("job 900000");
    const ledger = await marketCommand(["ledger", "--job", String(jobId), "--json"], environment);
    const { total, sums } = JSON.parse(ledger.stdout);
    expect(total).toBe(server.requests.length * 180);
    expect(sums).toMatchObject([{ provider: "anthropic", calls: server.requests.length, uncertain: 0 }]);
  });
});

describe("the evidence of a market", () => {
  const evidence = (asking: string, marketId: number) => system.ask(asking, MarketEvidenceDocument, { marketId });
  const environment = () => ({
    DATABASE_URL: system.database.url,
    DATA_DIR: system.config.dataDir,
    PORT: String(system.config.port),
    NODE_ENV: "test",
  });
  /** Nothing of the machine but files: every socket and every look-up of a name fails. */
  const OFFLINE =
    `data:text/javascript,import net from "node:net"; import dns from "node:dns"; import dgram from "node:dgram";
    const refuse = () => { throw new Error("the network was used"); };
    net.Socket.prototype.connect = refuse; dns.lookup = refuse; dgram.createSocket = refuse;`.replace(/\n\s*/g, "%20");
  const verify = (...args: string[]) =>
    command("src/cli/market.ts", ["verify", ...args], {
      NODE_OPTIONS: `--import ${OFFLINE.replaceAll('"', "'").replaceAll(" ", "%20")}`,
      DATA_DIR: join(system.config.dataDir, "not made"),
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nothing",
    });

  it("is written by its command, and checked without a server or a network", async () => {
    const jobId = await discover();
    const { marketId } = await system.database.db.prisma.job.findUniqueOrThrow({ where: { id: jobId } });
    const file = join(system.config.dataDir, "bundle.jws");
    const written = await marketCommand(
      ["evidence", String(marketId), "--team", String(teamId), "--out", file, "--json"],
      environment(),
    );
    expect([written.code, written.stderr]).toEqual([0, ""]);
    const published = await fetch(`${system.url}/.well-known/evidence-keys.json`);
    const keySet = join(system.config.dataDir, "keys.json");
    const keys = await published.text();
    await writeFile(keySet, keys);
    expect(JSON.parse(keys).keys).toEqual([
      {
        kty: "OKP",
        crv: "Ed25519",
        x: expect.any(String),
        alg: "EdDSA",
        use: "sig",
        kid: JSON.parse(written.stdout).kid,
      },
    ]);
    expect((await stat(join(system.config.dataDir, "evidence.key"))).mode & 0o777).toBe(0o600);

    const checked = await verify(file, "--key", keySet, "--json");
    expect([checked.code, checked.stderr]).toEqual([0, ""]);
    const report = JSON.parse(checked.stdout);
    expect(report).toMatchObject({ ok: true, isKnownKey: true, marketId, faults: [] });
    expect(report.checked.verdicts).toBeGreaterThan(5);
    expect(report.checked.spans).toBeGreaterThan(report.checked.records);
    const { companies, verdicts, records, discoveries } = payloadOf(await readFile(file, "utf8"));
    expect(companies.map(({ rank }: { rank: number }) => rank)).toEqual(companies.map((_: object, i: number) => i + 1));
    const castor = verdicts.find(({ domain }: { domain: string }) => domain === "castor-turbines.com");
    expect(castor).toMatchObject({ verdict: "failed", jobId });
    expect(records[castor.record]).toMatchObject({ domain: "castor-turbines.com" });
    expect(discoveries).toMatchObject([
      { jobId, manifest: { code: { judge: expect.stringMatching(/^[0-9a-f]{64}$/) } } },
    ]);

    // Signed by whom one does not know, and in every word of it false: a valid signature alone shows nothing.
    const { kid, ...stranger } = JSON.parse(keys).keys[0];
    await writeFile(keySet, JSON.stringify({ keys: [{ ...stranger, x: Buffer.alloc(32, 7).toString("base64url") }] }));
    const foreign = await verify(file, "--key", keySet);
    expect([foreign.code, foreign.stdout]).toEqual([1, expect.stringContaining(`${kid} is not one of the given keys`)]);
  });

  it("is refused after each of 1,000 flips of a bit, and says which part", async () => {
    const jobId = await discover();
    const { marketId } = await system.database.db.prisma.job.findUniqueOrThrow({ where: { id: jobId } });
    const { data } = await evidence(key, marketId);
    const bytes = Buffer.from(data?.market?.evidence.jws ?? "");
    expect((await verifyEvidence(bytes, null)).ok).toBe(true);
    const passed: number[] = [];
    for (let i = 0; i < 1_000; i++) {
      const random = mix32(i + 1) >>> 0;
      const at = (random >>> 3) % bytes.length;
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (random & 7));
      const { ok, faults } = await verifyEvidence(flipped, null);
      if (ok || faults.length === 0) passed.push(at);
    }
    expect(passed).toEqual([]);
    // The last character has four bits that decoders ignore.
    const [head = "", payload = "", signature = ""] = bytes.toString().split(".");
    const last = Buffer.from(`${head}.${payload}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`);
    expect((await verifyEvidence(last, null)).ok).toBe(false);

    const bundle = payloadOf(bytes.toString());
    const changed = async (part: object) => {
      const text = Buffer.from(JSON.stringify({ ...bundle, ...part })).toString("base64url");
      const { faults } = await verifyEvidence(Buffer.from(`${head}.${text}.${signature}`), null);
      return faults.map((fault) => fault.part);
    };
    expect(await changed({ companies: [] })).toEqual(["signature", "companies"]);
    const [first, ...others] = bundle.verdicts;
    expect(
      await changed({ verdicts: [{ ...first, verdict: "failed", rule: "offer", score: 0, rank: null }, ...others] }),
    ).toEqual(expect.arrayContaining(["signature", "verdicts"]));
    const [digest = ""] = Object.keys(bundle.records);
    const records = { ...bundle.records, [digest]: { ...bundle.records[digest], description: "", keywords: [] } };
    expect(await changed({ records })).toEqual(expect.arrayContaining(["signature", "records", "verdicts"]));
  });

  it("is given to the market's team alone, and only to a key that reads criteria and companies", async () => {
    const jobId = await discover();
    const { marketId } = await system.database.db.prisma.job.findUniqueOrThrow({ where: { id: jobId } });
    const stranger = await system.team();
    expect(await evidence(stranger.key, marketId)).toMatchObject({
      data: { market: null },
      errors: [{ extensions: { code: "NOT_FOUND" } }],
    });
    const id = Buffer.from(`Market:${marketId}`).toString("base64");
    const byNode = await system.graph(stranger.key, `{ node(id: "${id}") { ... on Market { evidence { jws } } } }`);
    expect(byNode).toEqual({ data: { node: null } });
    for (const scope of ["markets:read", "discovery:read"] as const) {
      const half = await evidence(await system.key(teamId, [scope]), marketId);
      expect(half.errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    }
  });
});

describe("retention", () => {
  /** Runs the workflow that the schedule starts. */
  async function clear(): Promise<RetentionResult["cleared"]> {
    const { workflow, connection } = await connectTemporal(system);
    try {
      const options = { taskQueue: TASK_QUEUE, workflowId: `retention-${Date.now()}` };
      const { cleared }: RetentionResult = await workflow.execute("clearOldRows", options);
      return cleared;
    } finally {
      await connection.close();
    }
  }

  it("clears steps and failed discoveries that are old, and leaves a market's replay, evidence and verdicts alone", async () => {
    const { db, url } = system.database;
    const failed = await discover();
    const input = { jobId: failed, searchCriteria: { count: 3 } };
    const { forkDiscovery } = await system.answer(key, ForkDiscoveryDocument, { input });
    const { market, job } = forkDiscovery;
    await ended(system, key, market.marketId);
    const counted = (table: string, jobId: number) =>
      db
        .query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table} WHERE job_id = $1`, [jobId])
        .then(([row]) => row?.rows ?? 0);
    const state = async () => ({
      candidates: await counted("candidates", job.jobId),
      records: await counted("judged_records", job.jobId),
      answers: await counted("recorded_answers", job.jobId),
      lists: await counted("candidate_hits", job.jobId),
    });
    const before = await state();

    // As if the first had failed, and both had ended 200 days ago.
    await db.query("UPDATE jobs SET status = 'failed' WHERE id = $1", [failed]);
    expect(await clear()).toEqual({});
    await db.query("UPDATE jobs SET ended_at = ended_at - interval '200 days' WHERE id = ANY($1::int[])", [
      [failed, job.jobId],
    ]);
    const environment = { DATABASE_URL: url, DATA_DIR: system.config.dataDir, RETENTION_PROGRESS_LOG_DAYS: "180" };
    const rehearsal = await marketCommand(["retention", "--dry-run", "--json"], environment);
    const due: { what: string; rows: number; days: number | null }[] = JSON.parse(rehearsal.stdout).cleared;
    expect(due.filter(({ days }) => days === null).map(({ what }) => what)).toEqual([
      "lists of ended discoveries",
      "recorded answers of providers",
      "calls in the ledger",
      "entries of the audit trail",
    ]);
    const cleared = await clear();
    expect(cleared).toEqual(
      Object.fromEntries(due.filter(({ rows }) => rows > 0).map(({ what, rows }) => [what, rows])),
    );
    expect(cleared["steps of ended jobs in the progress log"]).toBeGreaterThan(4);
    expect(await counted("candidates", failed)).toBe(0);
    expect(await counted("recorded_answers", failed)).toBe(0);
    const log = await db.query<{ phase: string }>(
      "SELECT phase FROM progress_log WHERE job_id = $1 ORDER BY sequence",
      [job.jobId],
    );
    expect(log.map(({ phase }) => phase)).toEqual(["queued", "completed"]);

    expect(await state()).toEqual(before);
    expect(await replay(job.jobId)).toMatchObject({ same: true });
    // Its verdicts were taken over: the records that they rest on are those of the discovery that failed.
    const { data } = await system.ask(key, MarketEvidenceDocument, { marketId: market.marketId });
    const jws = Buffer.from(data?.market?.evidence.jws ?? "");
    expect(await verifyEvidence(jws, null)).toMatchObject({ ok: true, faults: [] });
    expect(Object.keys(payloadOf(jws.toString()).records).length).toBeGreaterThan(5);
    expect(await clear()).toEqual({});

    // The doctor tells how much came since the day before.
    await db.query(
      `INSERT INTO table_sizes (day, name, bytes, rows)
       SELECT day - 2, name, bytes - 4 * 1024 * 1024, rows FROM table_sizes`,
    );
    const doctor = await command("src/cli/doctor.ts", ["--json"], environment);
    const findings: { name: string; found: string }[] = JSON.parse(doctor.stdout).findings;
    const tables = findings.find(({ name }) => name === "Tables")?.found;
    expect(tables).toMatch(/growth of the last 2 days.*candidates [\d.]+ MB \(\d+ rows, \+2\.0 MB a day\)/);
  });
});
