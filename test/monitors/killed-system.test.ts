import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { createTeam } from "#accounts/teams/create-team";
import { type Database, openDatabase } from "#foundation/db/database";
import {
  CreateMonitorDocument,
  CreateWebhookDocument,
  MonitorStateDocument,
  StartDiscoveryDocument,
} from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { WIND_CRITERIA } from "../support/discovery.ts";
import { untilBlocked } from "../support/hold-table.ts";
import { NO_OTHER_MAKERS, ROTOR_MAKERS } from "../support/rotor-makers.ts";
import { eventually, present } from "../support/system.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import type { PartName } from "../torture/plan.ts";
import { startTortureSystem, type TortureSystem } from "../torture/system.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let system: TortureSystem;
let key: string;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startTortureSystem({ FETCH_ALLOW: receiver.pair });
}, 180_000);
afterAll(async () => {
  await system?.stop();
  await receiver?.stop();
}, 60_000);

/** A pool of its own each time: the one before may have lost its server. */
async function within<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(system.databaseUrl, { maxConnections: 3 });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

async function answer<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
  const response = await fetch(`${system.apis[0]}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: unknown };
  if (data == null || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

/** Kills with SIGKILL, and starts again, as a supervisor does. Resolves once everything is ready. */
async function kill(...parts: PartName[]): Promise<void> {
  await Promise.all(parts.map((part) => system.disturb({ atMs: 0, kind: "kill", part, forMs: 0 })));
  await system.settle();
}

/** Holds up a run in the middle of its transaction, until PostgreSQL is killed. */
async function holdNotices(): Promise<void> {
  const client = new pg.Client({ connectionString: system.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  await client.query("BEGIN; LOCK TABLE notices IN ACCESS EXCLUSIVE MODE");
}

it("fifty changes are told and sent once each, though PostgreSQL, the APIs and the workers are killed after a change, while a run stores and while it is sent", async () => {
  key = await within(async (db) => {
    await importTestCompanies(db, [...NO_OTHER_MAKERS, ...ROTOR_MAKERS.map(({ first }) => first)]);
    const { id: teamId } = await createTeam(db.prisma, { name: "Team", domain: "example.com", monthlyQuota: 9 });
    return (await issueKey(db.prisma, { teamId, scopes: SCOPES, subscriptions: [], environment: "test" })).key;
  });
  const searchCriteria = { ...WIND_CRITERIA, count: 20 };
  const { marketId } = (await answer(StartDiscoveryDocument, { input: { searchCriteria } })).startDiscovery.market;
  const count = (sql: string, values: unknown[] = []) =>
    within(
      async (db) => (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values))[0]?.count,
    );
  await eventually(
    () => count("jobs WHERE market_id = $1 AND status = 'completed'", [marketId]),
    (completed) => completed === 1,
    120_000,
  );
  const input = { marketId, trigger: "RECORDS_CHANGED" as const, everyMinutes: 1 };
  const { monitorId } = (await answer(CreateMonitorDocument, { input })).createMonitor;
  await eventually(
    () => count("monitors WHERE runs > 0"),
    (ran) => ran === 1,
  );
  await answer(CreateWebhookDocument, { input: { url: receiver.url, kinds: ["COMPANY_ENTERED", "COMPANY_LEFT"] } });

  const changed = (from: number, to: number) =>
    within((db) =>
      importTestCompanies(
        db,
        ROTOR_MAKERS.slice(from, to).map(({ moved }) => moved),
      ),
    );
  /** As if the minute were over after which the run starts. */
  const due = () =>
    eventually(
      () => count("monitors WHERE has_changes"),
      (waiting) => waiting === 1,
    ).then(() => within((db) => db.query("UPDATE monitors SET run_due_at = now()")));
  const told = (wanted: number) =>
    eventually(
      () => count("notices WHERE monitor_id = $1", [monitorId]),
      (notices) => (notices ?? 0) >= wanted,
      120_000,
    );

  // The import has been acknowledged, and nothing else has happened.
  await changed(0, 17);
  await kill("postgres", "api-1", "api-2");
  await due();
  expect(await told(17)).toBe(17);

  await changed(17, 34);
  await holdNotices();
  await due();
  await within((db) => untilBlocked(db, "INSERT INTO notices"));
  await kill("postgres", "api-1", "worker-1");
  expect(await told(34)).toBe(34);

  // The receiver takes messages and says nothing, and everything ends while a run is under way or its notices are sent.
  receiver.state.answer = null;
  const before = receiver.received.length;
  await changed(34, 50);
  await due();
  await eventually(
    async () => receiver.received.length,
    (received) => received > before,
  );
  await kill("worker-2", "worker-1", "api-2", "api-1", "postgres");
  receiver.state.answer = 204;
  expect(await told(50)).toBe(50);

  await within((db) => db.query("UPDATE monitors SET has_changes = true, run_due_at = now()"));
  await eventually(
    () => count("monitors WHERE NOT has_changes"),
    (ran) => ran === 1,
  );
  // As if the minutes had passed for which the killed ones had them.
  await eventually(
    () =>
      within((db) =>
        db.query("UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending' RETURNING 1"),
      ),
    (pending) => pending.length === 0 && receiver.received.length >= 50,
    120_000,
  );
  const sequenceOf = new Map(
    receiver.received.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).data.sequence as number]),
  );
  expect([sequenceOf.size, new Set(sequenceOf.values()).size]).toEqual([50, 50]);
  const { notices } = present((await answer(MonitorStateDocument, { monitorId, first: 100 })).monitor);
  expect(notices.totalCount).toBe(50);
  expect(new Set(notices.edges.map(({ node }) => node.company?.domain)).size).toBe(50);
  expect(system.suffered.kills).toBe(11);
}, 480_000);
