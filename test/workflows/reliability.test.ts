import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CancelDiscoveryDocument, ExtendDiscoveryDocument } from "#generated/tests/graphql";
import { appendProgress } from "#jobs/progress-log";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, quotaUsed, start, WIND_CRITERIA } from "../support/discovery.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

let system: TestSystem;
let key: string;
let teamId: number;
/** Goes on from test to test: to start one takes seconds of processor. */
let worker: ChildProcess | undefined;

/** Enough candidates for many batches of judging. */
const MANY = Array.from({ length: 260 }, (_, i) => ({
  domain: `maker-${i}.com`,
  name: `Maker number ${i} GmbH`,
  description: `Maker number ${i} manufactures rotor blades and other wind turbine components.`,
  country: "DE",
}));

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  await importTestCompanies(system.database.db, MANY);
});
afterAll(async () => {
  await killWorker();
  await system.stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
});
afterEach(() => slowDown(false));

/** Starts a worker where none runs. */
async function startWorker(): Promise<void> {
  worker ??= await spawnWorker(system);
}

async function killWorker(): Promise<void> {
  await killHard(worker);
  worker = undefined;
}

/** Makes every batch of verdicts take half a second, so that there is a middle of the job to do something in. */
async function slowDown(slow: boolean): Promise<void> {
  const { pool } = system.database.db;
  await pool.query("DROP TRIGGER IF EXISTS slow_candidates ON candidates");
  if (!slow) return;
  await pool.query(
    "CREATE OR REPLACE FUNCTION sleep_a_little() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$",
  );
  await pool.query(
    "CREATE TRIGGER slow_candidates BEFORE INSERT ON candidates FOR EACH STATEMENT EXECUTE FUNCTION sleep_a_little()",
  );
}

const criteria = { ...WIND_CRITERIA, count: 40 };
const judging = (marketId: number) =>
  eventually(
    () => marketState(system, key, marketId),
    ({ jobs }) => jobs[0]?.stage === "judging" && jobs[0].progress < 0.8,
  );

describe("a cancel", () => {
  const cancel = (marketId: number) => system.ask(key, CancelDiscoveryDocument, { marketId });

  it("ends a discovery that no worker has taken yet at once, and that never runs later", async () => {
    await killWorker();
    const { market, job } = await start(system, key, criteria);
    const { data } = await cancel(market.marketId);
    expect(data).toEqual({ cancelDiscovery: { jobId: job.jobId, status: "CANCELLED" } });
    await startWorker();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await marketState(system, key, market.marketId)).toMatchObject({
      status: "FAILED",
      jobs: [{ status: "CANCELLED" }],
    });
    expect(await system.database.db.prisma.candidateHit.count({ where: { jobId: job.jobId } })).toBe(0);
    const { errors } = await cancel(market.marketId);
    expect(errors?.[0]?.extensions.code).toBe("CONFLICT");
  });

  it("ends a running discovery within seconds, and the market can be searched again", async () => {
    await startWorker();
    await slowDown(true);
    const { market } = await start(system, key, criteria);
    await judging(market.marketId);
    const { errors } = await cancel(market.marketId);
    expect(errors).toBeUndefined();
    const { jobs, status } = await ended(system, key, market.marketId, 15_000);
    expect(jobs[0]).toMatchObject({
      status: "CANCELLED",
      stage: "cancelled",
      error: expect.stringMatching(/^cancelled by key \S+$/),
    });
    expect(status).toBe("FAILED");
    // What was under way when the job ended comes too late, however slow it is.
    const entry = {
      marketId: market.marketId,
      jobId: Number(jobs[0]?.jobId),
      phase: "judging",
      message: "Judged 7",
      key: "late",
    } as const;
    await system.database.db.prisma.$transaction((tx) => appendProgress(tx, { ...entry, progress: 0.9 }));
    expect((await ended(system, key, market.marketId)).jobs[0]).toMatchObject({ stage: "cancelled" });
    await slowDown(false);
    await system.answer(key, ExtendDiscoveryDocument, {
      input: { marketId: market.marketId, searchCriteria: criteria },
    });
    const done = await ended(system, key, market.marketId);
    expect(done).toMatchObject({ status: "IN_REVIEW", jobs: [{ status: "COMPLETED" }, { status: "CANCELLED" }] });
  });

  it("in the Temporal UI ends the job too", async () => {
    await startWorker();
    await slowDown(true);
    const { market, job } = await start(system, key, criteria);
    await judging(market.marketId);
    const temporal = await connectTemporal(system);
    await temporal.workflow.getHandle(`discovery-${job.workflowId}`).cancel();
    await temporal.connection.close();
    expect(await ended(system, key, market.marketId, 15_000)).toMatchObject({ jobs: [{ status: "CANCELLED" }] });
  });
});

describe("a worker that is killed in the middle of a job", () => {
  it("is followed by another that completes it, and nothing is doubled or lost", async () => {
    await startWorker();
    await slowDown(true);
    const { market, job } = await start(system, key, criteria);
    await judging(market.marketId);
    await killWorker();
    const { prisma } = system.database.db;
    const judgedBefore = await prisma.candidate.findMany({
      where: { jobId: job.jobId },
      select: { companyId: true, judgedAt: true },
    });
    expect(judgedBefore.length).toBeGreaterThan(0);
    expect(judgedBefore.length).toBeLessThan(MANY.length);
    await slowDown(false);

    await startWorker();
    const { jobs } = await ended(system, key, market.marketId);
    expect(jobs).toMatchObject([{ status: "COMPLETED", companiesFound: 40 }]);
    const after = await prisma.candidate.findMany({
      where: { jobId: job.jobId },
      select: { companyId: true, judgedAt: true },
    });
    const again = new Map(after.map((row) => [row.companyId, row.judgedAt.getTime()]));
    for (const row of judgedBefore) expect(again.get(row.companyId)).toBe(row.judgedAt.getTime());
    expect(await prisma.marketCompany.count({ where: { marketId: market.marketId } })).toBe(40);
    const log = await prisma.progressEntry.findMany({
      where: { marketId: market.marketId },
      orderBy: { sequence: "asc" },
    });
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1));
    expect(new Set(log.map((entry) => entry.key)).size).toBe(log.length);
    expect(await quotaUsed(system, teamId)).toBe(1);
  });
});

describe("two starts for one market at the same time", () => {
  it("give one discovery and conflicts, whoever wins, and charge once", async () => {
    await startWorker();
    const { market } = await start(system, key, criteria);
    await ended(system, key, market.marketId);
    const EXTEND = "mutation ($input: ExtendDiscoveryInput!) { extendDiscovery(input: $input) { job { jobId } } }";
    const input = { marketId: market.marketId, searchCriteria: { ...criteria, count: 3 } };
    const answers = await Promise.all(Array.from({ length: 6 }, () => system.graph(key, EXTEND, { input })));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(answers.flatMap(({ errors }) => errors?.[0]?.extensions.code ?? [])).toEqual(Array(5).fill("CONFLICT"));
    await ended(system, key, market.marketId);
    expect(await quotaUsed(system, teamId)).toBe(2);
  });
});

describe("a quota", () => {
  it("lets exactly as many starts through as are left, also at the same time", async () => {
    const team = await system.team({ monthlyQuota: 2 });
    const START = "mutation ($input: StartDiscoveryInput!) { startDiscovery(input: $input) { job { jobId } } }";
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => system.graph(team.key, START, { input: { searchCriteria: criteria } })),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(2);
    expect(answers.flatMap(({ errors }) => errors?.[0]?.extensions.code ?? [])).toEqual(
      Array(3).fill("QUOTA_EXCEEDED"),
    );
    expect(await system.database.db.prisma.market.count({ where: { teamId: team.teamId } })).toBe(2);
    const { data } = await system.graph(team.key, "{ viewer { quotaLeft } }");
    expect(data).toEqual({ viewer: { quotaLeft: 0 } });
  });
});
