import type { ChildProcess } from "node:child_process";
import type { Client, WorkflowHandle } from "@temporalio/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  AddMarketColumnDocument,
  CancelColumnFillDocument,
  CancelDossierDocument,
  MarketCellsDocument,
  PauseColumnFillDocument,
  PauseDossierDocument,
  ResumeColumnFillDocument,
  ResumeDossierDocument,
  SkipDossierStepDocument,
} from "#generated/tests/graphql";
import { checkReport } from "../dossiers/report.ts";
import { createDossier, endedDossierTask, readDossierTask, runDossier } from "../support/dossiers.ts";
import { holdTable } from "../support/hold-table.ts";
import { seedCompany, seedMarket } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

let system: TestSystem;
let key: string;
let teamId: number;
let worker: ChildProcess;
let temporal: Client;
let release: () => Promise<void> = async () => {};

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  worker = await spawnWorker(system);
  temporal = await connectTemporal(system);
});
afterAll(async () => {
  await temporal?.connection.close();
  if (worker?.exitCode === null && worker.signalCode === null) await killHard(worker);
  await system?.stop();
});
beforeEach(async () => {
  ({ key, teamId } = await system.team());
});
afterEach(() => release());

const details = async (handle: WorkflowHandle) =>
  (await handle.query<{ currentDetails: string }>("__temporal_workflow_metadata")).currentDetails;
const update = (handle: WorkflowHandle, name: string, reason = "") =>
  handle.executeUpdate<string, [string]>(name, { args: [reason] });
const market = (...args: string[]) =>
  marketCommand(args, {
    DATABASE_URL: system.database.url,
    DATA_DIR: system.config.dataDir,
    PORT: String(system.config.port),
    NODE_ENV: "test",
  });

/** A run of a dossier in the middle of its step before the last section. */
async function gathering() {
  release = await holdTable(system.database.db, "esg_items", "ACCESS EXCLUSIVE");
  const agentId = await createDossier(system, key, { agentType: "THEME", query: "wind turbines" });
  const taskId = await runDossier(system, key, agentId);
  const handle = temporal.workflow.getHandle(`dossier-${taskId}`);
  await eventually(
    () => readDossierTask(system, key, taskId),
    ({ lastReportedBy }) => lastReportedBy === "news",
  );
  // The step before has reported, but its end may not have reached the workflow yet.
  await eventually(
    () => details(handle),
    (text) => text.includes("- … esg"),
  );
  return { agentId, taskId, handle };
}

const untilPaused = (taskId: string) =>
  eventually(
    () => readDossierTask(system, key, taskId),
    ({ pausedAt }) => pausedAt !== null,
  );

describe("a dossier that an operator pauses", () => {
  it("finishes its step, stands before the next, outlives its worker, and goes on when it is resumed", async () => {
    const { taskId, handle } = await gathering();
    const { pauseDossier } = await system.answer(key, PauseDossierDocument, { taskId });
    expect(pauseDossier).toEqual({
      answer: "will pause before events; the current step is finished first",
      task: { taskId, status: "RUNNING", pausedAt: null },
    });
    await release();
    expect(await untilPaused(taskId)).toMatchObject({
      status: "RUNNING",
      lastReportedBy: "esg",
      pausedBy: expect.stringMatching(/^key \S+$/),
    });
    expect(await details(handle)).toMatch(/✓ esg: .*\n+\*\*Paused\*\* before events, by key \S+\./);

    await killHard(worker);
    worker = await spawnWorker(system);
    expect((await untilPaused(taskId)).status).toBe("RUNNING");

    const { resumeDossier } = await system.answer(key, ResumeDossierDocument, { taskId });
    expect(resumeDossier.answer).toBe("continues with events");
    expect(await endedDossierTask(system, key, taskId)).toMatchObject({
      status: "COMPLETED",
      pausedAt: null,
      pausedBy: null,
    });
  });

  it("can be cancelled while it is paused", async () => {
    const { taskId } = await gathering();
    await system.answer(key, PauseDossierDocument, { taskId });
    await release();
    await untilPaused(taskId);
    await system.answer(key, CancelDossierDocument, { taskId });
    expect(await endedDossierTask(system, key, taskId)).toMatchObject({ status: "CANCELLED", pausedAt: null });
  });
});

describe("a step of a dossier that an operator skips", () => {
  it("is recorded as skipped, and the report says that its section was not gathered, and why", async () => {
    const { taskId, handle } = await gathering();
    expect(await update(handle, "pause", "the disk is exchanged")).toMatch(/^will pause before events/);
    await release();
    expect((await untilPaused(taskId)).pausedBy).toBe("an operator: the disk is exchanged");
    expect(await update(handle, "skipNextStep", "too slow")).toBe("will skip events");
    await expect(update(handle, "skipNextStep")).rejects.toMatchObject({
      cause: { message: "events is already going to be skipped" },
    });
    await update(handle, "resume");
    const { status, steps, report, sources } = await endedDossierTask(system, key, taskId);
    expect(status).toBe("COMPLETED");
    expect(steps).toContainEqual({ name: "events", summary: "skipped by an operator: too slow" });
    expect(report).toContain("## Events\n\n- This section was not gathered: skipped by an operator: too slow.");
    checkReport(report ?? "", sources);
    expect(await details(handle)).toContain("- – events: **skipped** by an operator: too slow");
  });

  it("may be the summary, without which the report is written as without a model", async () => {
    const { taskId } = await gathering();
    const order = async (document: typeof SkipDossierStepDocument) =>
      (await system.answer(key, document, { taskId })).skipDossierStep.answer;
    await system.answer(key, PauseDossierDocument, { taskId });
    await release();
    await untilPaused(taskId);
    release = await holdTable(system.database.db, "events", "ACCESS EXCLUSIVE");
    await system.answer(key, ResumeDossierDocument, { taskId });
    await eventually(
      async () => (await temporal.workflow.getHandle(`dossier-${taskId}`).describe()).raw.pendingActivities ?? [],
      ([activity]) => activity?.activityType?.name === "gatherSection",
    );
    expect(await order(SkipDossierStepDocument)).toBe("will skip summarise");
    await release();
    const { status, steps, manifest, summarisedBy } = await endedDossierTask(system, key, taskId);
    expect([status, summarisedBy]).toEqual(["COMPLETED", null]);
    expect(steps).toContainEqual({ name: "summarise", summary: expect.stringMatching(/^skipped by key \S+$/) });
    expect(manifest).toMatchObject({ summary: null, gathered: expect.any(String) });
  });
});

describe("the commands of `market dossiers`", () => {
  it("pause the newest run of a dossier, skip its next step and let it go on", async () => {
    const { agentId, taskId } = await gathering();
    expect((await market("dossiers", "pause", agentId)).stdout).toContain(`Run ${taskId} will pause before events;`);
    await release();
    await untilPaused(taskId);
    expect((await market("dossiers", "skip-step", agentId)).stdout).toContain("will skip events.");
    expect((await market("dossiers", "resume", agentId)).stdout).toContain("continues with events.");
    await endedDossierTask(system, key, taskId);
    expect(await market("dossiers", "pause", agentId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("this run has ended"),
    });
  });
});

describe("an order to a dossier", () => {
  const refusalOf = async (asking: string, document: typeof PauseDossierDocument, taskId: string) => {
    const { errors } = await system.ask(asking, document, { taskId });
    return `${errors?.[0]?.extensions.code}: ${errors?.[0]?.message}`;
  };

  it("is for keys of the team with the scope that cancels it, and refused where it makes no sense", async () => {
    const { taskId } = await gathering();
    const stranger = await system.team();
    const documents = [PauseDossierDocument, ResumeDossierDocument, SkipDossierStepDocument];
    const reader = await system.key(teamId, ["collections:read"]);
    for (const document of documents as (typeof PauseDossierDocument)[]) {
      expect(await refusalOf(stranger.key, document, taskId)).toMatch(/^NOT_FOUND/);
      expect(await refusalOf(reader, document, taskId)).toMatch(/^FORBIDDEN/);
    }
    expect(await refusalOf(key, ResumeDossierDocument as never, taskId)).toMatch(/^CONFLICT: .*the run is not paused/);
    await release();
    await endedDossierTask(system, key, taskId);
    expect(await refusalOf(key, PauseDossierDocument, taskId)).toMatch(/^CONFLICT: .*this run has ended/);
  });
});

/** A fill of sixty companies in the middle of its first batch of fifty. */
async function filling() {
  const { db } = system.database;
  const companies: number[] = [];
  for (let i = 0; i < 60; i++) companies.push((await seedCompany(db, `team-${teamId}-${i}.com`, { employees: i })).id);
  const marketId = await seedMarket(db, teamId, companies, "Many");
  release = await holdTable(db, "company_identifiers", "ACCESS EXCLUSIVE");
  await system.answer(key, AddMarketColumnDocument, {
    input: { marketId, question: "Number of employees?", kind: "NUMBER" },
  });
  const { fillId } = await eventually(
    () => fillOf(marketId),
    ({ status }) => status === "RUNNING",
  );
  const handle = temporal.workflow.getHandle(`columns-${fillId}`);
  await untilBatchBegins(handle);
  return { marketId, handle };
}

const untilBatchBegins = (handle: WorkflowHandle) =>
  eventually(
    async () => (await handle.describe()).raw.pendingActivities?.[0]?.activityType?.name,
    (activity) => activity === "fillCells",
  );

async function fillOf(marketId: number) {
  const { columns, columnFill } = present((await system.answer(key, MarketCellsDocument, { marketId })).market);
  return { ...present(columnFill), counts: present(columns[0]).cells };
}

const untilFillPaused = (marketId: number) =>
  eventually(
    () => fillOf(marketId),
    ({ pausedAt }) => pausedAt !== null,
  );
const untilFilled = (marketId: number) =>
  eventually(
    () => fillOf(marketId),
    ({ status }) => status !== "RUNNING",
  );

describe("a fill of columns that an operator pauses", () => {
  it("finishes its batch, stands before the next cells, and goes on when it is resumed", async () => {
    const { marketId, handle } = await filling();
    await system.answer(key, PauseColumnFillDocument, { marketId });
    const again = await system.ask(key, PauseColumnFillDocument, { marketId });
    expect(again.errors?.[0]).toMatchObject({
      message: expect.stringContaining("the run is already paused, by key"),
      extensions: { code: "CONFLICT" },
    });
    await release();
    expect(await untilFillPaused(marketId)).toMatchObject({
      status: "RUNNING",
      pausedBy: expect.stringMatching(/^key \S+$/),
      counts: { said: 50, waiting: 10 },
    });
    expect(await details(handle)).toMatch(
      /… 50 cells said, 0 not said, 10 wait\n\n\*\*Paused\*\* before the next cells, by key \S+\./,
    );
    await expect(update(handle, "skipNextStep")).rejects.toMatchObject({
      cause: { message: expect.stringContaining("cannot be skipped") },
    });
    await system.answer(key, ResumeColumnFillDocument, { marketId });
    expect(await untilFilled(marketId)).toMatchObject({
      status: "COMPLETED",
      pausedAt: null,
      pausedBy: null,
      counts: { said: 60, waiting: 0 },
    });
  });

  it("stands after its last batch too, and can be cancelled there", async () => {
    const { marketId, handle } = await filling();
    await update(handle, "pause", "first");
    await release();
    await untilFillPaused(marketId);
    release = await holdTable(system.database.db, "company_identifiers", "ACCESS EXCLUSIVE");
    await update(handle, "resume");
    await eventually(
      () => fillOf(marketId),
      ({ pausedAt }) => pausedAt === null,
    );
    // Where the pause came sooner, the run would stand before this batch.
    await untilBatchBegins(handle);
    await update(handle, "pause", "second");
    await release();
    expect(await untilFillPaused(marketId)).toMatchObject({ pausedBy: "an operator: second", counts: { said: 60 } });
    await system.answer(key, CancelColumnFillDocument, { marketId });
    expect(await untilFilled(marketId)).toMatchObject({ status: "CANCELLED", pausedAt: null, counts: { said: 60 } });
    const { errors } = await system.ask(key, PauseColumnFillDocument, { marketId });
    expect(errors?.[0]?.message).toContain("no fill of this market is queued or running");
  });

  it("is paused and resumed by `market columns`, and by no other team", async () => {
    const { marketId } = await filling();
    const stranger = await system.team();
    for (const document of [PauseColumnFillDocument, ResumeColumnFillDocument]) {
      const { errors } = await system.ask(stranger.key, document as typeof PauseColumnFillDocument, { marketId });
      expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    }
    expect((await market("columns", "pause", String(marketId))).stdout).toMatch(
      /^Fill \d+ of market \d+ \(Many\) will pause when the cells in progress are finished\.$/m,
    );
    await release();
    await untilFillPaused(marketId);
    expect((await market("columns", "resume", String(marketId))).stdout).toContain("will answer the remaining cells.");
    expect((await untilFilled(marketId)).status).toBe("COMPLETED");
  });
});
