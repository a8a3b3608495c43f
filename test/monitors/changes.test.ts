import type { ChildProcess } from "node:child_process";
import type { Client } from "@temporalio/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
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
import { applyNovelty } from "#intelligence/events/story-lines/novelty";
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
let temporal: Client;
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
  temporal = await connectTemporal(system);
  ({ key, teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  await importTestCompanies(system.database.db, [...NO_OTHER_MAKERS, ...known]);
  await startWorker();
  ({ marketId } = (await start(system, key, { ...WIND_CRITERIA, count: 20 })).market);
  await ended(system, key, marketId);
}, 180_000);
afterAll(async () => {
  await killHard(worker);
  await temporal?.connection.close();
  await system?.stop();
});

// A test that fails while none runs must not fail those after it.
beforeEach(async () => {
  if (worker?.exitCode !== null || worker.signalCode !== null) await startWorker();
}, 120_000);

type State = NonNullable<MonitorStateQuery["monitor"]>;
const stateOf = async (id: number): Promise<State> =>
  present((await system.answer(key, MonitorStateDocument, { monitorId: id, first: 100 })).monitor);
/** A busy machine may take a minute to start a worker and to have it told of its tasks. */
const PATIENCE_MS = 120_000;
const until = (id: number, satisfied: (state: State) => boolean) =>
  eventually(() => stateOf(id), satisfied, PATIENCE_MS);
const afterRuns = (id: number, runs: number) => until(id, (state) => state.runs >= runs);
const noticesOf = async (id: number) => (await stateOf(id)).notices.totalCount;
/** Waits for notices, and not for a number of runs: a run may be started twice, and then the second finds nothing changed. */
async function told(id: number, notices: number): Promise<State> {
  const state = await until(id, ({ notices: { totalCount } }) => totalCount >= notices);
  expect(state.notices.totalCount).toBe(notices);
  return state;
}
const blocked = (text: string) =>
  eventually(
    () => untilBlocked(system.database.db, text).catch(() => null),
    (pid) => pid !== null,
    PATIENCE_MS,
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
/** As if the minute of a due run had not begun, which a busy machine may spend on the next import. */
const postpone = (id: number) =>
  system.database.db.query("UPDATE monitors SET run_due_at = run_due_at + interval '1 hour' WHERE id = $1", [id]);
const dueOf = async (id: number) => (await stateOf(id)).schedule?.nextRunAt ?? null;
/**
 * Waits until a run that is due has ended, for tests that none was. Runs that are due are started in the order of their
 * monitors' numbers, so the first run of a new monitor begins after them.
 */
async function untilRunsHaveEnded(id: number): Promise<void> {
  await made({ eventFilter: { alertTypes: ["Bankruptcy"] }, name: "Last", trigger: "SCHEDULE", everyMinutes: 1_440 });
  await eventually(
    async () => (await temporal.schedule.getHandle(`monitor-${id}`).describe()).info.runningActions,
    (running) => running.length === 0,
  );
}

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
    const due = Date.parse(present(await dueOf(monitorId)));
    expect(due - before).toBeGreaterThan(55_000);
    expect(due - Date.now()).toBeLessThanOrEqual(60_000);
    await postpone(monitorId);
    const later = present(await dueOf(monitorId));
    await importNoted([present(two)]);
    await importNoted([present(three)]);
    expect(await dueOf(monitorId)).toBe(later);
    expect((await stateOf(monitorId)).notices.totalCount).toBe(0);

    await pass(monitorId);
    const state = await told(monitorId, 3);
    expect(state.notices.edges.map(({ node }) => node.company?.domain).sort()).toEqual(
      [one, two, three].map((maker) => present(maker).domain).sort(),
    );
    expect(state.notices.edges[0]?.node).toMatchObject({ kind: "COMPANY_ENTERED", causes: [{ kind: "RECORD" }] });
    await untilRunsHaveEnded(monitorId);
    expect(await stateOf(monitorId)).toMatchObject({ notices: { totalCount: 3 }, schedule: { nextRunAt: null } });
  }, 480_000);

  it("tells nothing of a company that does not fit, and does not run for an import that changes nothing", async () => {
    const { runs } = await stateOf(monitorId);
    await importNoted([bakery("Pan")]);
    await pass(monitorId);
    expect(await afterRuns(monitorId, runs + 1)).toMatchObject({ matching: 8, notices: { totalCount: 3 } });
    await untilRunsHaveEnded(monitorId);

    const before = await stateOf(monitorId);
    await importNoted([bakery("Pan")]);
    expect(await dueOf(monitorId)).toBeNull();
    await pass(monitorId);
    await untilRunsHaveEnded(monitorId);
    expect((await stateOf(monitorId)).runs).toBe(before.runs);
  }, 480_000);

  it("runs again after its interval at the earliest, and keeps to a new interval at once", async () => {
    const every = async (everyMinutes: number) => {
      const input = { monitorId, everyMinutes };
      const { updateMonitor } = await system.answer(key, UpdateMonitorDocument, { input });
      expect(updateMonitor).toEqual({ trigger: "RECORDS_CHANGED", everyMinutes });
      return Date.parse((await dueOf(monitorId)) ?? "");
    };
    const minutesAfterRun = async (due: number) => {
      const { lastRunAt } = await system.database.db.prisma.monitor.findUniqueOrThrow({ where: { id: monitorId } });
      return (due - present(lastRunAt).getTime()) / 60_000;
    };
    await every(30);
    await importNoted([bakery("Horno")]);
    const due = Date.parse(present(await dueOf(monitorId)));
    expect(await minutesAfterRun(due)).toBeGreaterThanOrEqual(30);
    expect(due - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    expect(await minutesAfterRun(await every(300))).toBeCloseTo(300, 3);
    expect((await every(1)) - Date.now()).toBeLessThanOrEqual(60_000);
    await every(30);
    const { runs } = await stateOf(monitorId);
    await pass(monitorId);
    await afterRuns(monitorId, runs + 1);
  }, 480_000);

  it("tells once of what changed, though the worker is killed before the run is due and while it compares", async () => {
    const before = await stateOf(monitorId);
    const { totalCount } = before.notices;
    await importNoted(next(2));
    await killHard(worker);
    expect(await dueOf(monitorId)).toEqual(expect.any(String));
    await startWorker();
    const release = await holdTable(system.database.db, "notices", "ACCESS EXCLUSIVE");
    await pass(monitorId);
    await blocked("INSERT INTO notices");
    await killHard(worker);
    await release();
    await startWorker();
    expect(await told(monitorId, totalCount + 2)).toMatchObject({ matching: before.matching + 2 });
    await untilRunsHaveEnded(monitorId);
    expect(await noticesOf(monitorId)).toBe(totalCount + 2);
  }, 480_000);

  it("waits while a client has paused it, or an operator in Temporal, and then tells of what changed meanwhile", async () => {
    const handle = temporal.schedule.getHandle(`monitor-${monitorId}`);
    const { spec } = await handle.describe();
    expect(spec.intervals ?? []).toEqual([]);

    const totalCount = await noticesOf(monitorId);
    await system.answer(key, PauseMonitorDocument, { monitorId });
    await importNoted(next(1));
    await pass(monitorId);
    await untilRunsHaveEnded(monitorId);
    expect(await stateOf(monitorId)).toMatchObject({ notices: { totalCount }, schedule: { nextRunAt: null } });
    await system.answer(key, ResumeMonitorDocument, { monitorId });
    await told(monitorId, totalCount + 1);

    await eventually(
      async () => (await handle.describe()).state.paused,
      (paused) => !paused,
    );
    await handle.pause("the registers are being moved");
    await importNoted(next(1));
    await pass(monitorId);
    await untilRunsHaveEnded(monitorId);
    expect(await stateOf(monitorId)).toMatchObject({
      notices: { totalCount: totalCount + 1 },
      schedule: { isPausedByOperator: true, nextRunAt: null },
    });
    await handle.unpause("done");
    await pass(monitorId);
    await told(monitorId, totalCount + 2);
  }, 480_000);

  it("tells after a pause of what a run saw that was under way when the pause began", async () => {
    const totalCount = await noticesOf(monitorId);
    await importNoted(next(1));
    const release = await holdTable(system.database.db, "monitor_subjects", "ACCESS EXCLUSIVE");
    await pass(monitorId);
    await blocked("FROM monitor_subjects");
    await system.answer(key, PauseMonitorDocument, { monitorId });
    await release();
    await untilRunsHaveEnded(monitorId);
    expect(await noticesOf(monitorId)).toBe(totalCount);
    await system.answer(key, ResumeMonitorDocument, { monitorId });
    expect(await told(monitorId, totalCount + 1)).toMatchObject({ schedule: { nextRunAt: null } });
  }, 480_000);

  it("waits while the team's access has ended, and then tells of what changed meanwhile", async () => {
    const { db } = system.database;
    const accessUntil = (accessExpiresAt: Date | null) =>
      db.prisma.team.update({ where: { id: teamId }, data: { accessExpiresAt } });
    onTestFinished(() => void accessUntil(null));
    const totalCount = await noticesOf(monitorId);
    await importNoted(next(1));
    await accessUntil(new Date(0));
    await pass(monitorId);
    await eventually(
      () =>
        db.query(
          "SELECT FROM monitors WHERE id = $1 AND has_changes AND run_due_at BETWEEN now() + interval '1 minute' AND now() + interval '30 minutes'",
          [monitorId],
        ),
      (rows) => rows.length === 1,
    );
    await accessUntil(null);
    // An API remembers for seconds that the access has ended.
    await eventually(
      () => system.ask(key, MonitorStateDocument, { monitorId }),
      ({ errors }) => errors === undefined,
    );
    expect(await noticesOf(monitorId)).toBe(totalCount);
    await pass(monitorId);
    await told(monitorId, totalCount + 1);
  }, 480_000);

  it("runs again for a change that comes while another process starts the run that a client asked for", async () => {
    const { db } = system.database;
    const totalCount = await noticesOf(monitorId);
    const other = await db.pool.connect();
    onTestFinished(() => other.release());
    /** Locks the row as a process does that starts the run; no other process may have taken it before. */
    const holdsRun = async () => {
      await db.query(
        "UPDATE monitors SET has_changes = true, run_due_at = now() + interval '1 hour', run_wanted = run_wanted + 1 WHERE id = $1",
        [monitorId],
      );
      await other.query("BEGIN");
      const { rows } = await other.query(
        "SELECT has_changes AND run_asked < run_wanted AS holds FROM monitors WHERE id = $1 FOR UPDATE",
        [monitorId],
      );
      if (rows[0]?.holds !== true) await other.query("ROLLBACK");
      return rows[0]?.holds === true;
    };
    await eventually(holdsRun, (holds) => holds);
    await importTestCompanies(db, next(1));
    await blocked("UPDATE monitors SET has_changes = true");
    await other.query(
      "UPDATE monitors SET run_asked = run_wanted, has_changes = false, run_due_at = now() WHERE id = $1",
      [monitorId],
    );
    await other.query("COMMIT");
    await until(monitorId, ({ schedule }) => schedule?.nextRunAt != null);
    await pass(monitorId);
    await told(monitorId, totalCount + 1);
  }, 480_000);

  it("is made of one on a schedule and back, by command too, and tells what changed before", async () => {
    const { schedule } = temporal;
    const scheduled = await made({ marketId, trigger: "SCHEDULE", everyMinutes: 1_440 });
    // Its first run has told what was imported since the discovery.
    const since = await noticesOf(scheduled);
    const intervals = async () =>
      (await schedule.getHandle(`monitor-${scheduled}`).describe()).spec.intervals?.map(({ every }) => every) ?? [];
    expect(await intervals()).toEqual([86_400_000]);
    await importNoted(next(1));
    expect(await noticesOf(scheduled)).toBe(since);

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
    await told(scheduled, since + 1);
    expect(await intervals()).toEqual([]);
    const listed = await command("list");
    expect(listed.stdout).toContain("5 min at most, on changes");

    const back = await command("set", String(scheduled), "--trigger", "schedule");
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining("runs every 5 minutes")]);
    await eventually(intervals, (found) => found[0] === 300_000);
    await importNoted([bakery("Forn")]);
    const flags = await system.database.db.query("SELECT has_changes FROM monitors WHERE id = $1", [scheduled]);
    expect(flags).toEqual([{ has_changes: false }]);
  }, 480_000);

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
    const state = await told(id, 2);
    expect(state.notices.edges.map(({ node }) => node.title).sort()).toEqual([
      "New match: Dockers stop work",
      "New match: Pilots stop work",
    ]);
    await untilRunsHaveEnded(id);
    expect((await stateOf(id)).notices.totalCount).toBe(2);
  }, 480_000);

  it("tells of an event whose severity its novelty has changed, and runs for no other words of the novelty", async () => {
    const { db } = system.database;
    const eventId = await seedEvent(db, { title: "Kites are called back", companyIds: [], alertTypes: ["Recall"] });
    const id = await made({ eventFilter: { alertTypes: ["Recall"], minSeverity: 2 }, name: "Recalls" });
    await noted();
    // Without what the seeded event noted while the monitor was made.
    await db.query("UPDATE monitors SET has_changes = false WHERE id = $1", [id]);
    await applyNovelty(db, [eventId], [{ eventId, remains: 0.9, reason: "Novelty: follows another one." }]);
    await noted();
    expect(await dueOf(id)).toEqual(expect.any(String));
    await pass(id);
    const { notices } = await told(id, 1);
    expect(notices.edges.map(({ node }) => node.title)).toEqual(["No longer a match: Kites are called back"]);
    await until(id, ({ schedule }) => schedule?.nextRunAt == null);
    await applyNovelty(db, [eventId], [{ eventId, remains: 0.9, reason: "Novelty: follows the first report." }]);
    await noted();
    expect(await dueOf(id)).toBeNull();
  }, 480_000);
});
