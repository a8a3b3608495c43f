import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { PreviewDocument } from "#generated/tests/graphql";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";

/** Several times what a worker does at once. */
const BACKLOG = 24;

let system: TestSystem;
const workers: RunningWorker[] = [];

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await system?.stop();
});

const serve = async (names: string) => {
  const { workers: settings } = readConfig({ WORKER_QUEUES: names });
  workers.push(await system.startWorker({}, { workers: settings }));
};

it("neither a discovery of another team nor a preview waits for the discoveries that a team has started before", async () => {
  const [many, one] = [await system.team(), await system.team()];
  const client = await connectTemporal(system);
  const open = async (count: number) => {
    const waiting = async () => {
      const runs = await system.database.db.query<{ id: number }>("SELECT id FROM workflow_runs", []);
      const found = await Promise.all(
        runs.map(({ id }) =>
          client.workflow
            .getHandle(`discovery-${id}`)
            .describe()
            .catch(() => null),
        ),
      );
      return found
        .flatMap((run) => run?.raw.pendingActivities ?? [])
        .filter(({ activityType }) => activityType?.name === "planDiscovery");
    };
    await eventually(waiting, (activities) => activities.length === count);
  };
  // Plans wait in the queue that nobody serves yet.
  await serve("control");
  for (let i = 0; i < BACKLOG; i++) await start(system, many.key);
  await open(BACKLOG);
  const { market } = await start(system, one.key);
  await open(BACKLOG + 1);
  // Its own team has the backlog.
  const preview = system.answer(many.key, PreviewDocument, { searchCriteria: WIND_CRITERIA, first: 5 });
  await eventually(
    () => client.workflowService.listOpenWorkflowExecutions({ namespace: system.config.temporal.namespace }),
    ({ executions }) => executions.some(({ type }) => type?.name === "previewDiscovery"),
  );
  await client.connection.close();

  await serve("discovery");
  const stillOpen = async () => {
    const [left] = await system.database.db.query<{ open: number }>(
      "SELECT count(*)::int AS open FROM jobs WHERE status IN ('queued', 'running')",
      [],
    );
    return left?.open;
  };
  const [afterPreview, afterDiscovery] = await Promise.all([
    preview.then(stillOpen),
    ended(system, one.key, market.marketId).then(stillOpen),
  ]);
  expect(afterPreview).toBeGreaterThan(BACKLOG / 2);
  expect(afterDiscovery).toBeGreaterThan(BACKLOG / 4);
}, 120_000);
