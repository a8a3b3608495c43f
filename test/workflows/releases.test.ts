import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start } from "../support/discovery.ts";
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

/** Starts a discovery, and pauses it before it has done anything. */
async function startPaused() {
  const { market, job } = await start(system, key);
  const handle = client.workflow.getHandle(`discovery-${job.workflowId}`);
  const order = (name: string) => handle.executeUpdate<string, [string]>(name, { args: [""] });
  await eventually(
    () => order("pause").catch(() => "not begun"),
    (answer) => answer.startsWith("will pause"),
  );
  return { market, handle, resume: () => order("resume") };
}

/** Starts a worker of a release, and has new runs begin on it. */
async function release(buildId: string): Promise<void> {
  const { temporal } = system.config;
  const deployment = { name: "market", buildId };
  workers.push(await system.startWorker({}, { temporal: { ...temporal, deployment } }));
  const isCurrent = () =>
    client.workflowService
      .setWorkerDeploymentCurrentVersion({ namespace: temporal.namespace, deploymentName: deployment.name, buildId })
      .then(
        () => true,
        // The server knows a version once its worker has asked for work.
        () => false,
      );
  await eventually(isCurrent, (done) => done);
}

/** The builds that have worked on a run. */
async function buildsOf(workflow: string): Promise<(string | null | undefined)[]> {
  const { events } = await client.workflow.getHandle(workflow).fetchHistory();
  const done = (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: task }) => (task ? [task] : []));
  return [...new Set(done.map(({ deploymentVersion }) => deploymentVersion?.buildId))];
}

describe("two releases side by side", () => {
  it("take over the runs that began without a release", async () => {
    const unversioned = await system.startWorker();
    const { market, handle, resume } = await startPaused();
    await release("one");
    await unversioned.stop();
    await resume();
    expect(await ended(system, key, market.marketId)).toMatchObject({ jobs: [{ status: "COMPLETED" }] });
    await handle.result();
    expect((await buildsOf(handle.workflowId)).at(-1)).toBe("one");
  });

  it("end the runs that began on each, and begin new ones on the current", async () => {
    const before = await startPaused();
    await release("two");
    const since = await start(system, key);
    expect(await ended(system, key, since.market.marketId)).toMatchObject({ jobs: [{ status: "COMPLETED" }] });
    await before.resume();
    expect(await ended(system, key, before.market.marketId)).toMatchObject({ jobs: [{ status: "COMPLETED" }] });

    await before.handle.result();
    expect(await buildsOf(before.handle.workflowId)).toEqual(["one"]);
    await client.workflow.getHandle(`discovery-${since.job.workflowId}`).result();
    expect(await buildsOf(`discovery-${since.job.workflowId}`)).toEqual(["two"]);
  });

  it("are found apart from the runs of schedules by the documented filter", async () => {
    await client.schedule.getHandle("clear-old-rows").trigger();
    const found = async (query: string) => {
      const ids: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
      return ids;
    };
    const scheduled = await eventually(
      () => found("TemporalScheduledById IS NOT NULL"),
      (ids) => ids.some((id) => id.startsWith("clear-old-rows")),
    );
    const people = 'WorkflowType IN ("discoverCompanies", "publishMarket", "runDossier")';
    const theirs = await eventually(
      () => found(people),
      (ids) => ids.length === 3,
    );
    expect(theirs.every((id) => /^discovery-\d+$/.test(id))).toBe(true);
    expect(scheduled.filter((id) => theirs.includes(id))).toEqual([]);
  });
});

describe("the name of a deployment", () => {
  it("is off by default, and has the release as its build unless one is given", () => {
    expect(readConfig({}).temporal.deployment).toBeUndefined();
    expect(readConfig({ TEMPORAL_DEPLOYMENT_NAME: "market" }).temporal.deployment).toEqual({
      name: "market",
      buildId: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(
      readConfig({ TEMPORAL_DEPLOYMENT_NAME: "market", TEMPORAL_BUILD_ID: "2026.11" }).temporal.deployment,
    ).toMatchObject({ buildId: "2026.11" });
    expect(() => readConfig({ TEMPORAL_DEPLOYMENT_NAME: "market.one" })).toThrow("must not contain dots or spaces");
    expect(() => readConfig({ TEMPORAL_BUILD_ID: "2" })).toThrow("requires TEMPORAL_DEPLOYMENT_NAME");
  });
});
