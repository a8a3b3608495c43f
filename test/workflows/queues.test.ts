import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "#cli/doctor/check";
import { nodeEnvironment } from "#foundation/config/child-environment";
import { readConfig } from "#foundation/config/config";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start } from "../support/discovery.ts";
import { program } from "../support/program.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";

let system: TestSystem;
let key: string;
let client: Client;
const workers: RunningWorker[] = [];

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
  client = await connectTemporal(system);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await client?.connection.close();
  await system?.stop();
});

const serve = async (names: string) => {
  const { workers: settings } = readConfig({ WORKER_QUEUES: names });
  workers.push(await system.startWorker({}, { workers: settings }));
};

async function doctorOnWorkers(): Promise<Finding | undefined> {
  const { stdout } = await promisify(execFile)(process.execPath, [...program("src/cli/doctor.ts"), "--json"], {
    env: nodeEnvironment({
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      TEMPORAL_ADDRESS: `127.0.0.1:${system.config.temporal.port}`,
      TEMPORAL_NAMESPACE: system.config.temporal.namespace,
    }),
  }).catch((error: { stdout: string }) => error);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings.find(({ name }) => name === "Workers");
}

describe("workers that serve different queues", () => {
  it("do a discovery together, and the doctor names the queue that no worker serves", async () => {
    await serve("control,paid,ingest,events,index");
    const { market, job } = await start(system, key, undefined, { runReverseGeocoding: true });
    const handle = client.workflow.getHandle(`discovery-${job.workflowId}`);
    const pending = await eventually(
      async () => (await handle.describe().catch(() => null))?.raw.pendingActivities ?? [],
      (activities) => activities.some(({ activityType }) => activityType?.name === "planDiscovery"),
    );
    // PENDING_ACTIVITY_STATE_SCHEDULED: nobody has taken it.
    expect(pending.map(({ state, attempt }) => [state, attempt])).toEqual([[1, 1]]);
    expect(await doctorOnWorkers()).toMatchObject({
      status: "missing",
      found: "1 asked for workflows within five minutes, but no worker serves discovery",
      cure: expect.stringContaining("WORKER_QUEUES=discovery"),
    });

    await serve("discovery");
    expect(await ended(system, key, market.marketId)).toMatchObject({
      jobs: [{ status: "COMPLETED" }, { status: "COMPLETED" }],
    });
    expect(await doctorOnWorkers()).toMatchObject({
      status: "ok",
      found: "1 asked for workflows within five minutes, and every task queue is served",
    });
    await handle.result();
    const { events } = await handle.fetchHistory();
    const queues = new Map(
      (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: task }) =>
        task ? [[task.activityType?.name, task.taskQueue?.name] as const] : [],
      ),
    );
    expect(Object.fromEntries(queues)).toMatchObject({
      claimRun: "market-intelligence",
      judgeCandidates: "market-intelligence-discovery",
      enrichMarket: "market-intelligence-paid",
    });
  });
});

describe("the queues of a worker", () => {
  it("are all by default, or those that are named, and a wrong name is a mistake", () => {
    expect(readConfig({}).workers).toEqual({
      queues: ["control", "discovery", "paid", "ingest", "events", "index"],
      paidPerSecond: undefined,
    });
    expect(readConfig({ WORKER_QUEUES: "events,ingest", WORKER_PAID_PER_SECOND: "20" }).workers).toEqual({
      queues: ["ingest", "events"],
      paidPerSecond: 20,
    });
    expect(() => readConfig({ WORKER_QUEUES: "ingest,retrieval" })).toThrow(
      /WORKER_QUEUES must be a comma-separated list of names from control,discovery,paid,ingest,events,index/,
    );
  });
});
