import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStates, withMadeVectors } from "#companies/engine/apply-changes";
import { readSnapshot } from "#companies/engine/company-snapshot";
import { liveAlias } from "#companies/engine/index-names";
import { registeredIndexes } from "#companies/engine/registered-indexes";
import { openSearchEngine, type SearchEngine } from "#companies/engine/search-engine";
import { writeCompanies } from "#companies/engine/write-companies";
import { loadSample } from "#companies/sample";
import { createTemporalClient, type TemporalClient } from "#workflows/client/client";
import { directoryContents, indexContents, searchEnvironment, testSearchEngine } from "../support/search-engine.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

const config = testSearchEngine();
const index = liveAlias(config.prefix);
let engine: SearchEngine;
let system: TestSystem;
let temporal: TemporalClient;
let worker: ChildProcess | undefined;

const startWorker = async () => {
  worker = await spawnWorker(system, searchEnvironment(config));
};
const companiesIn = async (name: string) => {
  await engine.client.indices.refresh({ index: name });
  return (await engine.client.count({ index: name })).body.count;
};
const applied = () =>
  eventually(
    () => system.database.db.query("SELECT FROM company_changes"),
    (rows) => rows.length === 0,
  );
/** A killed step is begun again half a minute later, and a busy machine takes its time. */
const PATIENCE_MS = 240_000;
/** Waits until the index that is being made has more than so many companies, or is live. */
const reached = (companies: number) =>
  eventually(
    async () => {
      const [made] = await registeredIndexes(system.database.db);
      if (made?.state === "live") return Number.POSITIVE_INFINITY;
      return made === undefined ? -1 : companiesIn(made.name).catch(() => 0);
    },
    (count) => count > companies,
    PATIENCE_MS,
  );

beforeAll(async () => {
  const opened = openSearchEngine(config);
  if (opened === null) throw new Error("there is an engine");
  engine = opened;
  system = await startSystem({ temporal: true });
  await loadSample(system.database.db);
  const { port } = system.config.temporal;
  temporal = createTemporalClient({ address: `127.0.0.1:${port}` }, system.config.temporal.namespace, system.codec, {
    warn: () => {},
  });
});

afterAll(async () => {
  await killHard(worker);
  await temporal?.close();
  await system?.stop();
  await engine?.client.indices.delete({ index: `${index}-*` });
  await engine?.close();
});

/** Changes, deletes and adds companies until it is stopped; the number of changes. */
function keepChanging(): { stop(): Promise<number> } {
  const { db } = system.database;
  let stopped = false;
  let changes = 0;
  const changing = (async () => {
    for (let round = 1; !stopped; round++) {
      await db.query("UPDATE companies SET content_hash = content_hash || $1 WHERE id % 50 = $2", [
        String(round),
        round % 50,
      ]);
      await db.query("DELETE FROM companies WHERE id = (SELECT max(id) FROM companies WHERE id % 7 = $1)", [round % 7]);
      await db.query(
        "INSERT INTO companies (domain, name, source, content_hash) VALUES ($1, $1, 'test', $1) ON CONFLICT (domain) DO NOTHING",
        [`added-${round}.com`],
      );
      changes += 3;
      await sleep(100);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await changing;
      return changes;
    },
  };
}

describe("an index that is made while companies change", () => {
  it("equals the directory although workers are killed while they write, while they catch up and while they apply changes", async () => {
    const { db } = system.database;
    await startWorker();
    await temporal.search.start();
    const changing = keepChanging();
    await reached(500);
    await killHard(worker);
    await startWorker();
    const [{ companies } = { companies: 0 }] = await db.query<{ companies: number }>(
      "SELECT count(*)::int AS companies FROM companies",
    );
    await reached(companies - 500);
    await killHard(worker);
    await startWorker();
    const outcome = await eventually(
      () => temporal.search.outcome(),
      (result) => result !== null,
      PATIENCE_MS,
    );
    expect(outcome?.companies).toBeGreaterThan(4_000);
    // The live one takes changes, and is cut off in the middle.
    await killHard(worker);
    await sleep(1_000);
    await startWorker();
    expect(await changing.stop()).toBeGreaterThan(20);
    await applied();
    expect(await indexContents(engine.client, index)).toEqual(await directoryContents(db));
    expect(await registeredIndexes(db)).toHaveLength(1);
  }, 600_000);

  it("keeps the newer state, in whatever order and however often states are written", async () => {
    const { db } = system.database;
    await killHard(worker);
    const [live] = await registeredIndexes(db);
    const [one, other] = await db.query<{ id: number }>("SELECT id FROM companies ORDER BY id LIMIT 2");
    if (live === undefined || one === undefined || other === undefined)
      throw new Error("there are an index and companies");
    const read = () =>
      readSnapshot(db, (inside, version) => readStates(inside, version, [one.id, other.id])).then((states) =>
        withMadeVectors(engine, live.name, states),
      );
    const states = [await read()];
    await db.query("UPDATE companies SET name = 'Renamed', content_hash = 'renamed' WHERE id = $1", [one.id]);
    states.push(await read());
    await db.query("DELETE FROM companies WHERE id = $1", [other.id]);
    states.push(await read());
    for (const at of [2, 0, 1, 1, 2, 0]) {
      const state = states[at];
      if (state !== undefined) expect(await writeCompanies(engine, live.name, state)).toEqual(new Map());
    }
    expect(await indexContents(engine.client, index)).toEqual(await directoryContents(db));
  });
});
