import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  CreateMonitorDocument,
  CreateWebhookDocument,
  MonitorStateDocument,
  RunMonitorDocument,
} from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { NO_OTHER_MAKERS, ROTOR_MAKERS } from "../support/rotor-makers.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

let system: TestSystem;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ temporal: true, environment: { FETCH_ALLOW: receiver.pair } });
});
afterAll(async () => {
  await killHard(worker);
  await system?.stop();
  await receiver?.stop();
});

const startWorker = async () => {
  worker = await spawnWorker(system, { FETCH_ALLOW: receiver.pair, EMBEDDINGS: "word2vec" });
};

it("fifty changes are told once each, and each is sent with one id, though the worker is killed while it compares, after it has stored and while it sends", async () => {
  const { db } = system.database;
  const { key } = await system.team();
  await importTestCompanies(db, [...NO_OTHER_MAKERS, ...ROTOR_MAKERS.map(({ first }) => first)]);
  await startWorker();
  const { marketId } = (await start(system, key, { ...WIND_CRITERIA, count: 20 })).market;
  await ended(system, key, marketId);
  const { createMonitor } = await system.answer(key, CreateMonitorDocument, {
    input: { marketId, everyMinutes: 1_440 },
  });
  const { monitorId } = createMonitor;
  const stateOf = async () =>
    present((await system.answer(key, MonitorStateDocument, { monitorId, first: 100 })).monitor);
  await eventually(stateOf, ({ runs }) => runs === 1);
  await system.answer(key, CreateWebhookDocument, {
    input: { url: receiver.url, kinds: ["COMPANY_ENTERED", "COMPANY_LEFT"] },
  });

  const told = () => eventually(stateOf, ({ notices }) => notices.totalCount > 0 && notices.totalCount % 17 === 0);
  const changed = async (from: number, to: number) => {
    const wave = ROTOR_MAKERS.slice(from, to).map(({ moved }) => moved);
    await importTestCompanies(db, wave);
    await system.answer(key, RunMonitorDocument, { monitorId });
  };

  // It waits for the table in the middle of its transaction.
  const release = await holdTable(db, "notices", "ACCESS EXCLUSIVE");
  await changed(0, 17);
  await untilBlocked(db, "INSERT INTO notices");
  await killHard(worker);
  await release();
  await startWorker();
  expect((await told()).notices.totalCount).toBe(17);

  // It has stored what it found, and most likely has not said so to Temporal.
  await changed(17, 34);
  await eventually(stateOf, ({ notices }) => notices.totalCount > 17);
  await killHard(worker);

  // The receiver takes messages and says nothing.
  receiver.state.answer = null;
  const before = receiver.received.length;
  await startWorker();
  await changed(34, 50);
  await eventually(
    async () => receiver.received.length,
    (received) => received > before,
  );
  await killHard(worker);
  receiver.state.answer = 204;
  await startWorker();

  const { notices } = await eventually(stateOf, (state) => state.notices.totalCount >= 50);
  await system.answer(key, RunMonitorDocument, { monitorId });
  const domains = notices.edges.map(({ node }) => node.company?.domain);
  expect(new Set(domains).size).toBe(50);
  // As if the minutes had passed for which the killed ones had them.
  await eventually(
    () => db.query("UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending' RETURNING 1"),
    (pending) => pending.length === 0 && receiver.received.length >= 50,
  );
  const sequenceOf = new Map(
    receiver.received.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).data.sequence as number]),
  );
  expect(sequenceOf.size).toBe(50);
  // What the killed one was sending came again.
  expect(receiver.received.length).toBeGreaterThan(50);
  expect(new Set(sequenceOf.values()).size).toBe(50);
  expect((await stateOf()).notices.totalCount).toBe(50);
}, 180_000);
