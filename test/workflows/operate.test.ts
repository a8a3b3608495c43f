import type { ChildProcess } from "node:child_process";
import type { Client, WorkflowHandle } from "@temporalio/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  CancelDiscoveryDocument,
  PausedAtDocument,
  PauseJobDocument,
  type PipelineChoicesInput,
  ResumeJobDocument,
  SkipNextStepDocument,
} from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, publish, start, THREE_JOBS, WIND_CRITERIA } from "../support/discovery.ts";
import { holdTable } from "../support/hold-table.ts";
import { marketCommand } from "../support/market.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let worker: ChildProcess;
let temporal: Client;
/** Lets what is held up go on. */
let release: () => Promise<void>;

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  await importTestCompanies(system.database.db);
  worker = await spawnWorker(system);
  temporal = await connectTemporal(system);
});
afterAll(async () => {
  await temporal?.connection.close();
  await killHard(worker);
  await system?.stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
});

async function holdUp(table: "candidates" | "market_analyses"): Promise<void> {
  release = await holdTable(system.database.db, table);
}

/** The discovery of a market, in the middle of joining records. */
async function joining(choices?: PipelineChoicesInput) {
  await holdUp("candidates");
  const { market, job } = await start(system, key, WIND_CRITERIA, choices);
  const handle = temporal.workflow.getHandle(`discovery-${job.workflowId}`);
  await eventually(
    async () => (await handle.describe().catch(() => null))?.raw.pendingActivities?.[0]?.activityType?.name,
    (activity) => activity === "resolveIdentities",
  );
  return { ...market, ...job, handle };
}

/** A publish whose second job is held up, and whose third is ahead. */
async function publishing() {
  const { market } = await start(system, key);
  await ended(system, key, market.marketId);
  await holdUp("market_analyses");
  const [job] = await publish(system, key, market.marketId, THREE_JOBS);
  await eventually(
    () => jobsOf(market.marketId, present(job).workflowId),
    ([, second]) => second?.status === "RUNNING",
  );
  return {
    ...market,
    ...present(job),
    handle: temporal.workflow.getHandle(`publish-${present(job).workflowId}`),
  };
}

/** The jobs of a run, in their order. */
const jobsOf = async (marketId: number, workflowId: number) =>
  (await marketState(system, key, marketId)).jobs.filter((job) => job.workflowId === workflowId).reverse();

/** Of the market's log, as its clients read it: what is said of orders, and the end. */
async function said(marketId: number): Promise<string[]> {
  const entries = await system.database.db.prisma.progressEntry.findMany({
    where: { marketId },
    orderBy: { sequence: "asc" },
  });
  return entries
    .map(({ phase, message }) => `${phase}: ${message}`)
    .filter((text) => /paused|resumed|skipped|: completed|cancelled/i.test(text));
}

const untilPaused = (jobId: number) =>
  eventually(
    async () => present((await system.answer(key, PausedAtDocument, { jobId })).discoveryJob),
    ({ pausedAt }) => pausedAt !== null,
  );

/** What an operator reads and does in Temporal: the step list, and updates. */
const details = async (handle: WorkflowHandle) =>
  (await handle.query<{ currentDetails: string }>("__temporal_workflow_metadata")).currentDetails;
const update = (handle: WorkflowHandle, name: string, reason = "") =>
  handle.executeUpdate<string, [string]>(name, { args: [reason] });

describe("a discovery that an operator pauses", () => {
  it("finishes its step, stands before the next, outlives its worker, and goes on when it is resumed", async () => {
    const { marketId, jobId, handle } = await joining();
    const { pauseJob } = await system.answer(key, PauseJobDocument, { jobId });
    expect(pauseJob).toMatchObject({
      answer: "will pause before judging; the current step is finished first",
      job: { jobId, status: "RUNNING", pausedAt: null },
    });
    await release();
    await untilPaused(jobId);
    expect(await said(marketId)).toEqual([expect.stringMatching(/^\w+: Paused before judging by key \S+$/)]);
    expect(await details(handle)).toMatch(/\*\*Paused\*\* before judging, by key \S+\./);

    await killHard(worker);
    worker = await spawnWorker(system);
    expect(await untilPaused(jobId)).toMatchObject({
      status: "RUNNING",
      pausedBy: expect.stringMatching(/^key \S+$/),
    });

    const { resumeJob } = await system.answer(key, ResumeJobDocument, { jobId });
    expect(resumeJob.answer).toBe("continues with judging");
    expect(await ended(system, key, marketId)).toMatchObject({ status: "IN_REVIEW", jobs: [{ status: "COMPLETED" }] });
    expect(await said(marketId)).toEqual([
      expect.stringMatching(/^\w+: Paused before judging by key \S+$/),
      expect.stringMatching(/^\w+: Resumed by key \S+$/),
      expect.stringMatching(/^completed: Completed with \d+ companies$/),
    ]);
    expect((await system.answer(key, PausedAtDocument, { jobId })).discoveryJob).toEqual({
      status: "COMPLETED",
      pausedAt: null,
      pausedBy: null,
    });
  });

  it("can be cancelled while it is paused", async () => {
    const { marketId, jobId } = await joining();
    await system.answer(key, PauseJobDocument, { jobId });
    await release();
    await untilPaused(jobId);
    await system.answer(key, CancelDiscoveryDocument, { marketId });
    const { jobs } = await ended(system, key, marketId, 15_000);
    expect(jobs).toMatchObject([{ status: "CANCELLED", error: expect.stringMatching(/^cancelled by key \S+$/) }]);
    const { data } = await system.ask(key, PausedAtDocument, { jobId });
    expect(data?.discoveryJob?.pausedAt).toBeNull();
  });

  it("does not pause where the pause is taken back before the border", async () => {
    const { marketId, jobId } = await joining();
    await system.answer(key, PauseJobDocument, { jobId });
    await system.answer(key, ResumeJobDocument, { jobId });
    await release();
    await ended(system, key, marketId);
    expect(await said(marketId)).toEqual([expect.stringMatching(/^completed: /)]);
  });
});

describe("an operator in Temporal", () => {
  it("pauses a publish for a reason and skips the next job, which ends as skipped and not as done", async () => {
    const { marketId, workflowId, handle } = await publishing();
    expect(await update(handle, "pause", "the disk is exchanged")).toBe(
      "will pause before runPhraseExplorer; the current step is finished first",
    );
    expect(await details(handle)).toContain(
      "Will pause before runPhraseExplorer, by an operator: the disk is exchanged.",
    );
    await release();
    const [, , third] = await jobsOf(marketId, workflowId);
    await untilPaused(present(third).jobId);
    expect(await update(handle, "skipNextStep", "too slow")).toBe("will skip runPhraseExplorer");
    expect(await update(handle, "resume")).toBe("continues with runPhraseExplorer");
    await ended(system, key, marketId);
    expect(await jobsOf(marketId, workflowId)).toMatchObject([
      { status: "COMPLETED" },
      { status: "COMPLETED" },
      { status: "CANCELLED", stage: "cancelled", error: "skipped by an operator: too slow" },
    ]);
    expect((await marketState(system, key, marketId)).status).toBe("PUBLISHED");
    expect((await said(marketId)).slice(1)).toEqual([
      "queued: Paused before runPhraseExplorer by an operator: the disk is exchanged",
      "queued: Resumed by an operator",
      "cancelled: runPhraseExplorer: skipped by an operator: too slow",
    ]);
    expect(await handle.result()).toMatchObject({
      outcome: "published",
      failedJobs: [],
      skippedJobs: ["runPhraseExplorer"],
    });
  });

  it("reads what each order does, beside the workflow's details", async () => {
    const { handle } = await joining();
    const { definition } = await handle.query<{
      definition: { updateDefinitions: { name: string; description: string }[] };
    }>("__temporal_workflow_metadata");
    expect(definition.updateDefinitions).toMatchObject([
      { name: "pause", description: expect.stringContaining("before its next step") },
      { name: "resume", description: expect.stringContaining("Resumes a paused run") },
      { name: "skipNextStep", description: expect.stringContaining("recorded as skipped") },
    ]);
  });
});

describe("the commands of `market jobs`", () => {
  const market = (...args: string[]) =>
    marketCommand(["jobs", ...args], {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
      NODE_ENV: "test",
    });

  it("pause a run, show since when it stands, skip its next job and let it go on", async () => {
    const { marketId, workflowId } = await publishing();
    const [, , third] = await jobsOf(marketId, workflowId);
    const jobId = String(present(third).jobId);
    expect(await market("pause", jobId)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The run will pause before runPhraseExplorer"),
    });
    await release();
    await untilPaused(Number(jobId));
    expect((await market("show", jobId)).stdout).toMatch(/^Paused +20\d\d-\S+, by key \S+$/m);
    expect((await market("pause", jobId)).code).toBe(1);
    expect((await market("skip-step", jobId)).stdout).toContain("The run will skip runPhraseExplorer.");
    expect((await market("resume", jobId)).stdout).toContain("The run continues with runPhraseExplorer.");
    await ended(system, key, marketId);
    expect((await jobsOf(marketId, workflowId)).map(({ status }) => status)).toEqual([
      "COMPLETED",
      "COMPLETED",
      "CANCELLED",
    ]);
    expect(await market("resume", jobId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("this run has ended"),
    });
  });
});

type Order = typeof PauseJobDocument | typeof ResumeJobDocument | typeof SkipNextStepDocument;

describe("an order", () => {
  const refusalOf = async (asking: string, document: Order, jobId: number) => {
    const { errors } = await system.ask(asking, document as typeof PauseJobDocument, { jobId });
    return `${errors?.[0]?.extensions.code}: ${errors?.[0]?.message}`;
  };

  it("that makes no sense is refused with the reason", async () => {
    const { marketId, jobId } = await joining();
    expect(await refusalOf(key, SkipNextStepDocument, jobId)).toMatch(
      /^CONFLICT: .*the next step, judging, cannot be skipped: the run needs its result/,
    );
    expect(await refusalOf(key, ResumeJobDocument, jobId)).toMatch(/^CONFLICT: .*the run is not paused/);
    await system.answer(key, PauseJobDocument, { jobId });
    expect(await refusalOf(key, PauseJobDocument, jobId)).toMatch(/^CONFLICT: .*the run is already paused, by key/);
    await system.answer(key, ResumeJobDocument, { jobId });
    await release();
    await ended(system, key, marketId);
    expect(await refusalOf(key, PauseJobDocument, jobId)).toMatch(/^CONFLICT: .*this run has ended/);
  });

  it("skips a pipeline job of a discovery", async () => {
    await holdUp("market_analyses");
    const { market, job } = await start(system, key, WIND_CRITERIA, {
      runMomentumScore: true,
      runPhraseExplorer: true,
    });
    await eventually(
      () => jobsOf(market.marketId, job.workflowId),
      ([, momentum]) => momentum?.status === "RUNNING",
    );
    const { skipNextStep } = await system.answer(key, SkipNextStepDocument, { jobId: job.jobId });
    expect(skipNextStep.answer).toBe("will skip runPhraseExplorer");
    await release();
    await ended(system, key, market.marketId);
    expect(await jobsOf(market.marketId, job.workflowId)).toMatchObject([
      { status: "COMPLETED" },
      { status: "COMPLETED" },
      { status: "CANCELLED", error: expect.stringMatching(/^skipped by key \S+$/) },
    ]);
  });

  it("is for keys of the team with the scope that cancels the run", async () => {
    const { jobId } = await joining();
    const stranger = await system.team();
    expect(await refusalOf(stranger.key, PauseJobDocument, jobId)).toMatch(/^NOT_FOUND/);
    expect(await refusalOf(await system.key(teamId, ["discovery:read"]), PauseJobDocument, jobId)).toMatch(
      /^FORBIDDEN/,
    );
    expect(
      await refusalOf(await system.key(teamId, ["markets:publish", "discovery:read"]), PauseJobDocument, jobId),
    ).toMatch(/^FORBIDDEN/);
    const mayCancel = await system.key(teamId, ["discovery:write", "discovery:read"]);
    expect((await system.answer(mayCancel, PauseJobDocument, { jobId })).pauseJob.job.jobId).toBe(jobId);
  });

  it("without a worker is refused, because nobody answers", async () => {
    const { jobId } = await joining();
    await killHard(worker);
    expect(await refusalOf(key, PauseJobDocument, jobId)).toMatch(/^SERVICE_UNAVAILABLE: .*no worker responds/);
  });
});
