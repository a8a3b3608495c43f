import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { startWorkerProcess } from "../../src/worker.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, marketState, start } from "../support/discovery.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;

beforeAll(async () => {
  system = await startSystem();
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(() => system.stop());

/** Runs a dossier. Resolves to what reads the state of the run. */
async function runDossier(): Promise<() => Promise<string | undefined>> {
  const CREATE = 'mutation { createDossier(input: { agentType: THEME, query: "wind" }) { agentId } }';
  const made = await system.graph<{ createDossier: { agentId: string } }>(key, CREATE);
  const RUN = "mutation ($input: RunDossierInput!) { runDossier(input: $input) { taskId } }";
  const input = { agentId: made.data?.createDossier.agentId };
  const run = await system.graph<{ runDossier: { taskId: string } }>(key, RUN, { input });
  const taskId = run.data?.runDossier.taskId;
  const TASK = "query ($taskId: UUID!) { dossierTask(taskId: $taskId) { status } }";
  return async () =>
    (await system.graph<{ dossierTask: { status: string } }>(key, TASK, { taskId })).data?.dossierTask.status;
}

describe("while Temporal is down", () => {
  it("starts are acknowledged, reads are served, and the job runs once Temporal is back", async () => {
    const { market } = await start(system, key);
    expect(await marketState(system, key, market.marketId)).toMatchObject({
      status: "DISCOVERING",
      jobs: [{ status: "QUEUED" }],
    });
    const dossier = await runDossier();
    expect(await dossier()).toBe("QUEUED");
    const ready = await fetch(`${system.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true, postgresql: "up", temporal: "down" });

    const log = pino({ level: "silent" });
    const { temporal, dataDir } = system.config;
    const server = await ensureTemporal({
      config: temporal,
      dataDir,
      searchAttributes: Object.values(SEARCH_ATTRIBUTES),
      log,
      onStep: () => {},
    });
    const worker = await startWorkerProcess(system.config, {
      databaseUrl: system.database.url,
      temporalAddress: server.address,
      log,
    });
    try {
      expect(await ended(system, key, market.marketId)).toMatchObject({
        status: "IN_REVIEW",
        jobs: [{ status: "COMPLETED" }],
      });
      await eventually(dossier, (status) => status === "COMPLETED");
    } finally {
      await worker.stop();
      await server.stop();
    }
  });
});
