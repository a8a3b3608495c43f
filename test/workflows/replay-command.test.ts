import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mix32 } from "#foundation/language/hash32";
import {
  ExtendDiscoveryDocument,
  ForkDiscoveryDocument,
  MarketEvidenceDocument,
  ReviewCompanyDocument,
  type ReviewDecision,
  ReviewedMarketDocument,
  type ReviewedMarketQuery,
  type SearchCriteriaInput,
  WithdrawReviewDocument,
} from "#generated/tests/graphql";
import { type ReplayReport, replayJob } from "#markets/discovery/replay/replay-job";
import { verifyEvidence } from "#markets/evidence/verify-evidence";
import { TASK_QUEUE } from "#workflows/contract";
import type { RetentionResult } from "#workflows/retention/contract";
import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { command } from "../support/command.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { marketCommand } from "../support/market.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";

let system: TestSystem;
let server: ModelServer;
let key: string;
let teamId: number;

beforeAll(async () => {
  server = await startModelServer();
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: { ...modelEnvironment(server, "anthropic"), RETENTION_PROGRESS_LOG_DAYS: "180" },
  });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
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

/** What a bundle says. */
const payloadOf = (jws: string) => JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());

describe("reviews of a market", () => {
  const market = async (marketId: number) =>
    present((await system.answer(key, ReviewedMarketDocument, { marketId })).market);
  const domains = ({ companies }: NonNullable<ReviewedMarketQuery["market"]>) =>
    companies.edges.map(({ node }) => node.domain);
  const review = (marketId: number, domain: string, decision: ReviewDecision, reason?: string) =>
    system.ask(key, ReviewCompanyDocument, {
      input: { marketId, domain, decision, ...(reason === undefined ? {} : { reason }) },
    });
  const withdraw = (marketId: number, domain: string) => system.ask(key, WithdrawReviewDocument, { marketId, domain });
  const marketOf = async (jobId: number) =>
    (await system.database.db.prisma.job.findUniqueOrThrow({ where: { id: jobId } })).marketId;

  it("take a company out and put another first, keep the verdicts, and leave no trace when they are withdrawn", async () => {
    const jobId = await discover();
    const marketId = await marketOf(jobId);
    const before = await market(marketId);
    const [first = "", second = ""] = domains(before);
    expect(before.companies.edges).toHaveLength(5);
    expect(new Set(before.reviewSuggestions.map(({ domain }) => domain)).size).toBe(5);

    const rejected = await review(marketId, first, "REJECTED", "  Only sells them. ");
    expect(rejected.data).toEqual({
      reviewCompany: {
        review: {
          decision: "REJECTED",
          reason: "Only sells them.",
          company: { domain: first },
          candidate: { verdict: "IN" },
        },
      },
    });
    const without = await market(marketId);
    expect(domains(without)).toHaveLength(5);
    expect(domains(without)).not.toContain(first);
    // The best from below the cut has moved up, and says so no more.
    const [moved] = without.companies.edges.filter(({ node }) => !domains(before).includes(node.domain));
    expect(moved?.reason).toMatch(/^“/);
    expect(without.reviewSuggestions.map(({ domain }) => domain)).not.toContain(first);

    await review(marketId, "https://www.castor-turbines.com/", "ACCEPTED");
    const both = await market(marketId);
    expect(both.companies.edges[0]).toMatchObject({
      rank: 1,
      node: { domain: "castor-turbines.com" },
      review: { decision: "ACCEPTED" },
      reason: expect.stringMatching(/^Accepted by review\. /),
    });
    expect(both.companies.edges.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(both.reviews).toEqual({
      totalCount: 2,
      edges: [
        {
          node: { decision: "ACCEPTED", company: { domain: "castor-turbines.com" }, candidate: { verdict: "FAILED" } },
        },
        { node: { decision: "REJECTED", company: { domain: first }, candidate: { verdict: "IN" } } },
      ],
    });
    expect(await replay(jobId)).toMatchObject({ same: true });

    await review(marketId, second, "ACCEPTED");
    await review(marketId, second, "REJECTED");
    expect(domains(await market(marketId))).not.toContain(second);
    for (const domain of [first, second, "castor-turbines.com"])
      expect((await withdraw(marketId, domain)).data).toEqual({
        withdrawReview: { review: null, market: { marketId } },
      });
    expect((await market(marketId)).companies.edges.map(({ node, rank, reason }) => ({ node, rank, reason }))).toEqual(
      before.companies.edges.map(({ node, rank, reason }) => ({ node, rank, reason })),
    );
    expect((await withdraw(marketId, first)).errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  });

  it("are honoured by an extension and by a new judgement, and stand in the evidence", async () => {
    const jobId = await discover();
    const marketId = await marketOf(jobId);
    const [first = ""] = domains(await market(marketId));
    await review(marketId, first, "REJECTED");
    await review(marketId, "castor-turbines.com", "ACCEPTED");
    const extend = async (changes: SearchCriteriaInput) => {
      const input = { marketId, searchCriteria: { ...WIND_CRITERIA, ...changes } };
      await system.answer(key, ExtendDiscoveryDocument, { input });
      return (await ended(system, key, marketId)).jobs[0]?.jobId ?? 0;
    };
    const second = await extend({ count: 10 });
    const { prisma } = system.database.db;
    expect(await prisma.candidate.count({ where: { jobId: second, domain: first } })).toBe(0);
    expect(domains(await market(marketId))).not.toContain(first);
    expect(domains(await market(marketId))[0]).toBe("castor-turbines.com");
    expect(await replay(second)).toMatchObject({ same: true });
    await extend({ performSearch: false });
    const after = domains(await market(marketId));
    expect(after[0]).toBe("castor-turbines.com");
    expect(after).not.toContain(first);
    expect(after.length).toBeGreaterThan(3);
    const { market: extended } = await system.answer(key, MarketEvidenceDocument, { marketId });
    const jws = present(extended).evidence.jws;
    expect(await verifyEvidence(Buffer.from(jws), null)).toMatchObject({ ok: true });
    expect(payloadOf(jws).companies.map(({ domain }: { domain: string }) => domain)).toEqual(after);
    expect(payloadOf(jws).reviews).toMatchObject([
      { domain: "castor-turbines.com", decision: "accepted" },
      { domain: first, decision: "rejected", reason: "" },
    ]);
  });

  it("are the market's team's alone, and written by keys that may change what it holds", async () => {
    const jobId = await discover();
    const marketId = await marketOf(jobId);
    const before = await market(marketId);
    const [first = ""] = domains(before);
    const stranger = await system.team();
    for (const [asking, code] of [
      [stranger.key, "NOT_FOUND"],
      [await system.key(teamId, ["markets:read", "discovery:read", "markets:publish"]), "FORBIDDEN"],
    ] as const)
      for (const { errors } of [
        await system.ask(asking, ReviewCompanyDocument, { input: { marketId, domain: first, decision: "REJECTED" } }),
        await system.ask(asking, WithdrawReviewDocument, { marketId, domain: first }),
      ])
        expect(errors).toMatchObject([{ extensions: { code } }]);
    expect((await system.ask(stranger.key, ReviewedMarketDocument, { marketId })).data).toEqual({ market: null });
    expect(await market(marketId)).toEqual(before);
    for (const [domain, code] of [
      ["nobody.com", "NOT_FOUND"],
      ["no domain", "INVALID_INPUT"],
    ] as const)
      expect((await review(marketId, domain, "ACCEPTED")).errors).toMatchObject([{ extensions: { code } }]);
    expect((await review(marketId, first, "ACCEPTED", "x".repeat(1_001))).errors).toMatchObject([
      { extensions: { code: "INVALID_INPUT" } },
    ]);
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
      NODE_ENV: "test",
    };
    const run = (...args: string[]) => marketCommand(["review", String(marketId), ...args], environment);
    const made = await run(first, "--reject", "--reason", "A shop", "--team", String(teamId));
    expect(made.stdout).toBe(`Rejected: ${first}. The market has 5 companies.\n`);
    const listed = await run();
    expect(listed.stdout).toMatch(/^rejected +\S+ +in +\S+ +A shop/m);
    expect(listed.stdout).toMatch(/would help most[\s\S]*not recommendations[\s\S]* % +\w[\w ,;]* like it/);
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
