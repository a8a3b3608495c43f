import { Client, Connection } from "@temporalio/client";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureTemporal, type RunningTemporal } from "#foundation/embedded/temporal";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy.ts";
import { ended, marketState, start, WIND_CRITERIA } from "../support/discovery.ts";
import { createDossier, readDossierTask, runDossier } from "../support/dossiers.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
/** What the worker finds its database by. */
let proxy: DatabaseProxy;
/** Temporal and the worker, from when the first test has started them. */
let temporal: RunningTemporal | undefined;
let worker: RunningWorker | undefined;

const log = pino({ level: "silent" });

beforeAll(async () => {
  system = await startSystem();
  proxy = await startDatabaseProxy(system.database.url);
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(async () => {
  proxy.set("open");
  await worker?.stop();
  await temporal?.stop();
  await proxy.stop();
  await system.stop();
});

async function startTemporalAndWorker(): Promise<void> {
  const { config } = system;
  temporal = await ensureTemporal({
    config: config.temporal,
    dataDir: config.dataDir,
    searchAttributes: Object.values(SEARCH_ATTRIBUTES),
    log,
    onStep: () => {},
  });
  worker = await system.startWorker({ databaseUrl: proxy.url, outageRetryMs: 50 });
}

/** Runs a dossier. Resolves to what reads the state of the run. */
async function dossierRun(): Promise<() => Promise<string>> {
  const taskId = await runDossier(system, key, await createDossier(system, key, { agentType: "THEME", query: "wind" }));
  return async () => (await readDossierTask(system, key, taskId)).status;
}

describe("while Temporal is down", () => {
  it("starts are acknowledged, reads are served, and the job runs once Temporal is back", async () => {
    const { market } = await start(system, key);
    expect(await marketState(system, key, market.marketId)).toMatchObject({
      status: "DISCOVERING",
      jobs: [{ status: "QUEUED" }],
    });
    const dossier = await dossierRun();
    expect(await dossier()).toBe("QUEUED");
    const ready = await fetch(`${system.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true, postgresql: "up", temporal: "down" });

    await startTemporalAndWorker();
    expect(await ended(system, key, market.marketId)).toMatchObject({
      status: "IN_REVIEW",
      jobs: [{ status: "COMPLETED" }],
    });
    await eventually(dossier, (status) => status === "COMPLETED");
  });
});

describe("while PostgreSQL is away", () => {
  it("jobs wait, however often they try, and go on where they were; a fault of a job's own ends it", async () => {
    const { db } = system.database;
    await db.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF (SELECT m.name FROM jobs j JOIN markets m ON m.id = j.market_id WHERE j.id = NEW.job_id) = 'Faulty' THEN
           RAISE EXCEPTION 'a bug';
         END IF;
         RETURN NEW;
       END $$;
       CREATE TRIGGER faulty BEFORE INSERT ON candidate_hits FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    const release = await holdTable(db, "candidates");
    const { market, job } = await start(system, key);
    const faulty = await start(system, key, { ...WIND_CRITERIA, marketName: "Faulty" });
    // In the middle of the job: the worker is about to write its verdicts.
    await untilBlocked(db, "candidates");
    proxy.set("gone");
    await release();
    const connection = await Connection.connect({ address: temporal?.address ?? "" });
    const running = new Client({ connection }).workflow.getHandle(`discovery-${job.workflowId}`);
    await eventually(
      async () => (await running.describe()).raw.pendingActivities?.[0]?.attempt ?? 0,
      (attempts) => attempts > 8,
    );
    await connection.close();
    expect((await marketState(system, key, market.marketId)).jobs).toMatchObject([{ status: "RUNNING" }]);
    proxy.set("open");
    expect(await ended(system, key, market.marketId)).toMatchObject({
      status: "IN_REVIEW",
      jobs: [{ status: "COMPLETED" }],
    });
    expect(await ended(system, key, faulty.market.marketId)).toMatchObject({
      status: "FAILED",
      jobs: [{ status: "FAILED", error: expect.stringContaining("the service failed") }],
    });
  });
});
