import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  CreateMonitorDocument,
  MonitorStateDocument,
  type MonitorStateQuery,
  NoticeLogDocument,
  PauseMonitorDocument,
  ResumeMonitorDocument,
  UpdateMonitorDocument,
} from "#generated/tests/graphql";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { seedEvent } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { NO_OTHER_MAKERS, ROTOR_MAKERS } from "../support/rotor-makers.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { killHard, spawnWorker } from "../support/worker-process.ts";

let system: TestSystem;
let worker: ChildProcess | undefined;
let key: string;
let teamId: number;
let marketId: number;
let monitorId: number;

/** Makers in Germany, which fit; each is imported by one test. */
const fitting = ROTOR_MAKERS.map(({ first }) => first).filter(({ country }) => country === "DE");
const known = fitting.splice(0, 5);
const next = (count: number) => fitting.splice(0, count);
const bakery = (name: string) => ({
  domain: `${name}-bakes-bread.com`,
  name,
  description: `${name} bakes bread and cakes.`,
  country: "ES",
});

const startWorker = async () => {
  worker = await spawnWorker(system, { EMBEDDINGS: "word2vec" });
};

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  ({ key, teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  await importTestCompanies(system.database.db, [...NO_OTHER_MAKERS, ...known]);
  await startWorker();
  ({ marketId } = (await start(system, key, { ...WIND_CRITERIA, count: 20 })).market);
  await ended(system, key, marketId);
}, 180_000);
afterAll(async () => {
  await killHard(worker);
  await system?.stop();
});

type State = NonNullable<MonitorStateQuery["monitor"]>;
const stateOf = async (id: number): Promise<State> =>
  present((await system.answer(key, MonitorStateDocument, { monitorId: id, first: 100 })).monitor);
const afterRuns = (id: number, runs: number) =>
  eventually(
    () => stateOf(id),
    (state) => state.runs >= runs,
  );

async function made(input: Record<string, unknown>): Promise<number> {
  const { createMonitor } = await system.answer(key, CreateMonitorDocument, {
    input: { trigger: "RECORDS_CHANGED", everyMinutes: 1, ...input },
  });
  await afterRuns(createMonitor.monitorId, 1);
  return createMonitor.monitorId;
}

/** Waits until every change is known, as a process does every two seconds. */
const noted = () =>
  eventually(
    () => system.database.db.query("SELECT FROM monitor_changes", []),
    (rows) => rows.length === 0,
  );
const importNoted = async (companies: Parameters<typeof importTestCompanies>[1]) => {
  await importTestCompanies(system.database.db, companies);
  await noted();
};
/** As if the time had come at which the run is due. */
const pass = (id: number) =>
  system.database.db.query("UPDATE monitors SET run_due_at = now() WHERE id = $1 AND has_changes", [id]);
/** Longer than it takes until a run that is due has ended. */
const whileNothingRuns = () => new Promise((resolve) => setTimeout(resolve, 6_000));

describe("a monitor that runs when companies change", () => {
  it("runs once a minute after the first of several imports, and tells of each company that fits once", async () => {
    monitorId = await made({ marketId });
    const first = await stateOf(monitorId);
    expect(first).toMatchObject({
      trigger: "RECORDS_CHANGED",
      matching: 5,
      schedule: { nextRunAt: null },
      notices: { totalCount: 0 },
    });

    const [one, two, three] = next(3);
    const before = Date.now();
    await importNoted([present(one)]);
    const due = present((await stateOf(monitorId)).schedule?.nextRunAt);
    expect(Date.parse(due) - before).toBeGreaterThan(55_000);
    expect(Date.parse(due) - Date.now()).toBeLessThanOrEqual(60_000);
    await importNoted([present(two)]);
    await importNoted([present(three)]);
    expect((await stateOf(monitorId)).schedule?.nextRunAt).toBe(due);
    expect((await stateOf(monitorId)).runs).toBe(1);

    await pass(monitorId);
    const state = await afterRuns(monitorId, 2);
    expect(state.notices.edges.map(({ node }) => node.company?.domain).sort()).toEqual(
      [one, two, three].map((maker) => present(maker).domain).sort(),
    );
    expect(state.notices.edges[0]?.node).toMatchObject({ kind: "COMPANY_ENTERED", causes: [{ kind: "RECORD" }] });
    await whileNothingRuns();
    expect(await stateOf(monitorId)).toMatchObject({ runs: 2, schedule: { nextRunAt: null } });
  }, 120_000);

  it("tells nothing of a company that does not fit, and does not run for an import that changes nothing", async () => {
    await importNoted([bakery("Pan")]);
    await pass(monitorId);
    expect(await afterRuns(monitorId, 3)).toMatchObject({ matching: 8, notices: { totalCount: 3 } });

    await importNoted([bakery("Pan")]);
    expect((await stateOf(monitorId)).schedule?.nextRunAt).toBeNull();
    await pass(monitorId);
    await whileNothingRuns();
    expect((await stateOf(monitorId)).runs).toBe(3);
  }, 120_000);

  it("runs again after its interval at the earliest", async () => {
    const input = { monitorId, everyMinutes: 30 };
    const { updateMonitor } = await system.answer(key, UpdateMonitorDocument, { input });
    expect(updateMonitor).toEqual({ trigger: "RECORDS_CHANGED", everyMinutes: 30 });
    await importNoted([bakery("Horno")]);
    const due = Date.parse(present((await stateOf(monitorId)).schedule?.nextRunAt));
    expect(due - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(due - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    await pass(monitorId);
    await afterRuns(monitorId, 4);
  }, 120_000);

  it("tells once of what changed, though the worker is killed before the run is due and while it compares", async () => {
    const { db } = system.database;
    await importNoted(next(2));
    await killHard(worker);
    expect((await stateOf(monitorId)).schedule?.nextRunAt).toEqual(expect.any(String));
    await startWorker();
    const release = await holdTable(db, "notices", "ACCESS EXCLUSIVE");
    await pass(monitorId);
    await untilBlocked(db, "INSERT INTO notices");
    await killHard(worker);
    await release();
    await startWorker();
    expect(await afterRuns(monitorId, 5)).toMatchObject({ matching: 10, notices: { totalCount: 5 } });
    await whileNothingRuns();
    expect(await stateOf(monitorId)).toMatchObject({ runs: 5, notices: { totalCount: 5 } });
  }, 240_000);

  it("waits while a client has paused it, or an operator in Temporal, and then tells of what changed meanwhile", async () => {
    const { schedule, connection } = await connectTemporal(system);
    const handle = schedule.getHandle(`monitor-${monitorId}`);
    const { spec } = await handle.describe();
    expect(spec.intervals ?? []).toEqual([]);

    await system.answer(key, PauseMonitorDocument, { monitorId });
    await importNoted(next(1));
    await pass(monitorId);
    await whileNothingRuns();
    expect(await stateOf(monitorId)).toMatchObject({ runs: 5, schedule: { nextRunAt: null } });
    await system.answer(key, ResumeMonitorDocument, { monitorId });
    expect(await afterRuns(monitorId, 6)).toMatchObject({ notices: { totalCount: 6 } });

    await eventually(
      async () => (await handle.describe()).state.paused,
      (paused) => !paused,
    );
    await handle.pause("the registers are being moved");
    await importNoted(next(1));
    await pass(monitorId);
    await whileNothingRuns();
    expect(await stateOf(monitorId)).toMatchObject({
      runs: 6,
      schedule: { isPausedByOperator: true, nextRunAt: null },
    });
    await handle.unpause("done");
    await pass(monitorId);
    expect(await afterRuns(monitorId, 7)).toMatchObject({ notices: { totalCount: 7 } });
    await connection.close();
  }, 120_000);

  it("is made of one on a schedule and back, by command too, and tells what changed before", async () => {
    const { schedule, connection } = await connectTemporal(system);
    const scheduled = await made({ marketId, trigger: "SCHEDULE", everyMinutes: 1_440 });
    const intervals = async () =>
      (await schedule.getHandle(`monitor-${scheduled}`).describe()).spec.intervals?.map(({ every }) => every) ?? [];
    expect(await intervals()).toEqual([86_400_000]);
    await importNoted(next(1));
    expect((await stateOf(scheduled)).notices.totalCount).toBe(0);

    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
    };
    const command = (...words: string[]) => marketCommand(["monitor", ...words, "--team", String(teamId)], environment);
    const set = await command("set", String(scheduled), "--trigger", "records-changed", "--every", "5");
    expect([set.code, set.stdout]).toEqual([
      0,
      expect.stringContaining("when records change, at most every 5 minutes"),
    ]);
    expect(await afterRuns(scheduled, 2)).toMatchObject({ notices: { totalCount: 1 } });
    expect(await intervals()).toEqual([]);
    const listed = await command("list");
    expect(listed.stdout).toContain("5 min at most, on changes");

    const back = await command("set", String(scheduled), "--trigger", "schedule");
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining("runs every 5 minutes")]);
    await eventually(intervals, (found) => found[0] === 300_000);
    await importNoted([bakery("Forn")]);
    const flags = await system.database.db.query("SELECT has_changes FROM monitors WHERE id = $1", [scheduled]);
    expect(flags).toEqual([{ has_changes: false }]);
    await connection.close();
  }, 120_000);

  it("is neither made, changed nor read by another team's key, nor changed by a key that may only read", async () => {
    const codeOf = (answer: { errors?: readonly { extensions: { code?: unknown } }[] }) =>
      answer.errors?.[0]?.extensions.code;
    const others = await system.team();
    const change = { input: { monitorId, trigger: "SCHEDULE" as const } };
    const creation = { input: { marketId, trigger: "RECORDS_CHANGED" as const } };
    expect(codeOf(await system.ask(others.key, CreateMonitorDocument, creation))).toBe("NOT_FOUND");
    expect(codeOf(await system.ask(others.key, UpdateMonitorDocument, change))).toBe("NOT_FOUND");
    expect(codeOf(await system.ask(others.key, MonitorStateDocument, { monitorId }))).toBe("NOT_FOUND");
    expect((await system.answer(others.key, NoticeLogDocument, {})).notices.totalCount).toBe(0);
    const reader = await system.key(teamId, ["markets:read"]);
    expect(codeOf(await system.ask(reader, UpdateMonitorDocument, change))).toBe("FORBIDDEN");
    const nothing = await system.ask(key, UpdateMonitorDocument, { input: { monitorId } });
    expect(nothing.errors?.[0]?.message).toContain("give trigger or everyMinutes");
    expect((await stateOf(monitorId)).trigger).toBe("RECORDS_CHANGED");
  });
});

describe("a monitor that runs when events change", () => {
  it("tells of an event that matches once, and runs for no change of companies", async () => {
    const { db } = system.database;
    const id = await made({ eventFilter: { alertTypes: ["Strike"] }, name: "Strikes" });
    await importNoted([bakery("Mollete")]);
    expect((await stateOf(id)).schedule?.nextRunAt).toBeNull();
    for (const title of ["Dockers stop work", "Pilots stop work"])
      await seedEvent(db, { title, companyIds: [], alertTypes: ["Strike"] });
    await seedEvent(db, { title: "A plant closes", companyIds: [], alertTypes: ["Closure"] });
    await noted();
    await pass(id);
    const state = await afterRuns(id, 2);
    expect(state.notices.edges.map(({ node }) => node.title).sort()).toEqual([
      "New match: Dockers stop work",
      "New match: Pilots stop work",
    ]);
    await whileNothingRuns();
    expect((await stateOf(id)).runs).toBe(2);
  }, 120_000);
});
