import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  CreateMonitorDocument,
  DeleteMonitorDocument,
  MonitorStateDocument,
  type MonitorStateQuery,
  NoticeLogDocument,
  PauseMonitorDocument,
  ResumeMonitorDocument,
  RunMonitorDocument,
} from "#generated/tests/graphql";
import { wantAllSchedules } from "#monitors/monitor-schedules";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { holdTable, untilBlocked } from "../support/hold-table.ts";
import { seedEvent } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { NO_OTHER_MAKERS, ROTOR_MAKERS } from "../support/rotor-makers.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { lookAgain } from "./look-again.ts";

let system: TestSystem;
let worker: RunningWorker;
let key: string;
let teamId: number;
let marketId: number;
let monitorId: number;

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  worker = await system.startWorker({ outageRetryMs: 200 });
  ({ key, teamId } = await system.team());
  await importTestCompanies(system.database.db, [...NO_OTHER_MAKERS, ...ROTOR_MAKERS.map(({ first }) => first)]);
  ({ marketId } = (await start(system, key, { ...WIND_CRITERIA, count: 20 })).market);
  await ended(system, key, marketId);
});
afterAll(async () => {
  await worker?.stop();
  await system?.stop();
});

type State = NonNullable<MonitorStateQuery["monitor"]>;
const stateOf = async (id: number): Promise<State> =>
  present((await system.answer(key, MonitorStateDocument, { monitorId: id, first: 100 })).monitor);

/** The schedule is null while Temporal does not answer, as it may when the machine is busy. */
const scheduledState = (id: number): Promise<State> =>
  eventually(
    () => stateOf(id),
    ({ schedule }) => schedule !== null,
  );

/** Waits for one more run. */
async function afterRun(id: number, work: () => Promise<unknown>): Promise<State> {
  const { runs } = await stateOf(id);
  await work();
  return eventually(
    () => stateOf(id),
    (state) => state.runs > runs,
  );
}
const run = (id: number) => afterRun(id, () => system.answer(key, RunMonitorDocument, { monitorId: id }));

/** Makes the directory another one, so that a run searches it. */
const touchDirectory = () => system.database.db.query("UPDATE directory_state SET version = version + 1");

describe("a monitor of a market", () => {
  it("remembers what matches with its first run, at no cost, and tells nothing", async () => {
    const made = (await system.answer(key, CreateMonitorDocument, { input: { marketId, everyMinutes: 1_440 } }))
      .createMonitor;
    expect(made).toMatchObject({ kind: "MARKET", status: "ACTIVE", costPerRunUsd: 0, market: { marketId } });
    monitorId = made.monitorId;
    const state = await eventually(
      () => stateOf(monitorId),
      ({ runs }) => runs === 1,
    );
    // Every second of ours, though the market has but twenty.
    expect(state).toMatchObject({ matching: 25, notices: { totalCount: 0 } });
  });

  it("tells nothing in a hundred runs over a directory that says the same", async () => {
    await touchDirectory();
    await run(monitorId);
    // In every seventh, as after an import that changed nothing here, everything is searched and compared again.
    const forget = "UPDATE monitors SET basis = jsonb_set(basis, '{directory}', '-1')";
    await lookAgain(system, monitorId, 98, async (i) => i % 7 === 0 && system.database.db.query(forget));
    const state = await run(monitorId);
    expect(state).toMatchObject({
      runs: 101,
      matching: 25,
      lastResult: "Nothing has changed.",
      notices: { totalCount: 0 },
    });
  });

  it("tells fifty changes once each, with record, before and after, though its transaction is cut off", async () => {
    const { db } = system.database;
    await importTestCompanies(
      db,
      ROTOR_MAKERS.map(({ moved }) => moved),
    );
    const release = await holdTable(db, "notices", "ACCESS EXCLUSIVE");
    await system.answer(key, RunMonitorDocument, { monitorId });
    await db.query("SELECT pg_terminate_backend($1)", [await untilBlocked(db, "INSERT INTO notices")]);
    await release();
    const state = await eventually(
      () => stateOf(monitorId),
      ({ notices }) => notices.totalCount > 0,
    );
    expect(state.notices.totalCount).toBe(50);
    const told = state.notices.edges.map(({ node }) => node);
    const [sequences, domains] = [told.map(({ sequence }) => sequence), told.map(({ company }) => company?.domain)];
    expect(new Set(domains).size).toBe(50);
    expect(sequences).toEqual([...sequences].sort((a, b) => b - a));
    expect(told.filter(({ kind }) => kind === "COMPANY_ENTERED")).toHaveLength(25);
    const left = present(told.find(({ company }) => company?.domain === "rotor-0-works.com"));
    expect(left).toMatchObject({
      kind: "COMPANY_LEFT",
      causes: [
        {
          kind: "RECORD",
          sources: [{ line: 1 }],
          changes: [
            { field: "country", before: "DE", after: "FR" },
            { field: "city", before: "Hamburg", after: "Lyon" },
          ],
        },
      ],
      criteria: [{ field: "location", before: { outcome: "met" }, after: { outcome: "notMet" } }],
    });
    expect((await run(monitorId)).notices.totalCount).toBe(50);
  });

  it("names the criteria where they are others, by field", async () => {
    const { db } = system.database;
    await db.query(
      `UPDATE criteria_versions SET locations = '[{"country":"FR","address":null,"coordinates":null}]', judged_by = judged_by || 'x' WHERE market_id = $1`,
      [marketId],
    );
    const { notices } = await run(monitorId);
    expect(notices.totalCount).toBe(100);
    const told = notices.edges.map(({ node }) => node).slice(0, 50);
    expect(told.filter(({ kind }) => kind === "COMPANY_ENTERED")).toHaveLength(25);
    expect(told[0]?.causes).toMatchObject([{ kind: "CRITERIA", changes: [{ field: "locations" }] }]);
  });

  it("is a schedule in Temporal that is paused, resumed and removed with it, in the team's trail and by command", async () => {
    const { schedule, connection } = await connectTemporal(system);
    const handle = schedule.getHandle(`monitor-${monitorId}`);
    const paused = (expected: boolean) =>
      eventually(
        async () => (await handle.describe()).state.paused,
        (state) => state === expected,
      );
    const { action } = await handle.describe();
    expect(action.workflowId).toBe(`monitor-${monitorId}-wind-turbine-components`);
    await system.answer(key, PauseMonitorDocument, { monitorId });
    await paused(true);
    expect((await system.ask(key, RunMonitorDocument, { monitorId })).errors?.[0]?.extensions.code).toBe("CONFLICT");
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
    };
    const listed = await marketCommand(["monitor", "list", "--team", String(teamId)], environment);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringMatching(/Wind turbine components.*paused/)]);
    const told = await marketCommand(["monitor", "notices", String(monitorId), "--limit", "1"], environment);
    expect([told.code, told.stdout]).toEqual([
      0,
      expect.stringContaining("criteria: The market's criteria are others"),
    ]);
    await system.answer(key, ResumeMonitorDocument, { monitorId });
    await paused(false);
    await system.answer(key, DeleteMonitorDocument, { monitorId });
    await eventually(
      () =>
        handle.describe().then(
          () => "there",
          () => "gone",
        ),
      (state) => state === "gone",
    );
    await connection.close();
    expect((await system.ask(key, MonitorStateDocument, { monitorId })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    const trail = await system.database.db.query<{ operation: string }>(
      "SELECT operation FROM audit_entries WHERE team_id = $1 AND subject->>'monitorId' = $2 AND outcome = 'done'",
      [teamId, String(monitorId)],
    );
    expect(trail.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["runMonitor", "pauseMonitor", "resumeMonitor", "deleteMonitor"]),
    );
  });

  it("that an operator pauses in Temporal says so, and stays paused whatever a client does", async () => {
    const { schedule, connection } = await connectTemporal(system);
    const { db } = system.database;
    const { createMonitor: made } = await system.answer(key, CreateMonitorDocument, {
      input: { marketId, name: "Kept by operators", everyMinutes: 1_440 },
    });
    const id = made.monitorId;
    const handle = schedule.getHandle(`monitor-${id}`);
    const settled = () =>
      eventually(
        () =>
          db.query<{ made: boolean }>("SELECT schedule_made = schedule_wanted AS made FROM monitors WHERE id = $1", [
            id,
          ]),
        ([row]) => row?.made === true,
      );
    await eventually(
      () => stateOf(id),
      ({ runs }) => runs === 1,
    );
    const before = await scheduledState(id);
    expect(before.schedule).toMatchObject({ isPausedByOperator: false, note: "" });
    expect(Date.parse(present(before.schedule?.nextRunAt))).toBeGreaterThan(Date.now());

    const held = { isPausedByOperator: true, note: "the registers are being moved", nextRunAt: null };
    await handle.pause(held.note);
    expect(await scheduledState(id)).toMatchObject({ status: "ACTIVE", schedule: held });
    const environment = {
      DATABASE_URL: system.database.url,
      DATA_DIR: system.config.dataDir,
      PORT: String(system.config.port),
    };
    const listed = await marketCommand(["monitor", "list", "--team", String(teamId)], environment);
    expect(listed.stdout).toMatch(/Kept by operators.*paused in Temporal \(the registers are being moved\)/);

    // As a client pauses and resumes, as a worker starts, and as somebody asks for a run.
    await system.answer(key, PauseMonitorDocument, { monitorId: id });
    await settled();
    expect(await scheduledState(id)).toMatchObject({ status: "PAUSED", schedule: held });
    const resumed = await marketCommand(["monitor", "resume", String(id), "--team", String(teamId)], environment);
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining("stays paused in Temporal")]);
    await settled();
    await wantAllSchedules(db);
    await settled();
    await run(id);
    expect(await scheduledState(id)).toMatchObject({ status: "ACTIVE", runs: 2, schedule: held });
    expect((await handle.describe()).state).toMatchObject({ paused: true, note: held.note });

    await handle.unpause("done");
    const free = await scheduledState(id);
    expect(free.schedule).toMatchObject({ isPausedByOperator: false, note: "" });
    expect(free.schedule?.nextRunAt).toEqual(expect.any(String));

    // A client's pause holds, though an operator lets the schedule run.
    await system.answer(key, PauseMonitorDocument, { monitorId: id });
    await eventually(
      async () => (await handle.describe()).state.paused,
      (paused) => paused,
    );
    await handle.unpause("by mistake");
    await handle.trigger();
    const { recentActions } = (
      await eventually(
        () => handle.describe(),
        ({ info }) => info.runningActions.length === 0 && info.recentActions.length > 2,
      )
    ).info;
    expect(recentActions).toHaveLength(3);
    expect(await scheduledState(id)).toMatchObject({
      status: "PAUSED",
      runs: 2,
      schedule: { isPausedByOperator: false, nextRunAt: null },
    });
    await connection.close();
  });

  it("stands in the team's log with the end of its discovery, and another team's is empty", async () => {
    const { notices } = await system.answer(key, NoticeLogDocument, { first: 100 });
    expect(notices.totalCount).toBe(101);
    const ended = await system.answer(key, NoticeLogDocument, { kinds: ["DISCOVERY_COMPLETED"] });
    expect(ended.notices.edges.map(({ node }) => node)).toMatchObject([{ sequence: 1, marketId }]);
    const others = await system.team();
    expect((await system.answer(others.key, NoticeLogDocument, {})).notices.totalCount).toBe(0);
    expect(
      (await system.ask(others.key, CreateMonitorDocument, { input: { marketId } })).errors?.[0]?.extensions.code,
    ).toBe("NOT_FOUND");
    const reader = await system.key(teamId, ["markets:read"]);
    expect(
      (await system.ask(reader, CreateMonitorDocument, { input: { marketId } })).errors?.[0]?.extensions.code,
    ).toBe("FORBIDDEN");
  });

  it("tells with its first run what differs from the market since its discovery, and another team's key reads nothing", async () => {
    const { db } = system.database;
    const { marketId: earlier } = (await start(system, key, { ...WIND_CRITERIA, count: 20 })).market;
    await ended(system, key, earlier);
    const added = { ...present(ROTOR_MAKERS[1]).moved, domain: "rotor-new-works.com", name: "Rotor New Works" };
    const left = present(ROTOR_MAKERS[1]);
    await importTestCompanies(db, [added, left.first]);
    const made = (
      await system.answer(key, CreateMonitorDocument, { input: { marketId: earlier, everyMinutes: 1_440 } })
    ).createMonitor;
    const state = await eventually(
      () => stateOf(made.monitorId),
      ({ runs }) => runs === 1,
    );
    expect(state).toMatchObject({
      matching: 25,
      lastResult: "25 companies match; since the discovery, 1 entered, 1 left. Changes are reported from now on.",
      notices: { totalCount: 2 },
    });
    const told = state.notices.edges.map(({ node }) => [
      node.kind,
      node.company?.domain,
      node.causes[0]?.summary,
      node.causes[0]?.changes.find(({ field }) => field === "country"),
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ["COMPANY_ENTERED", added.domain, "It is new in the directory.", expect.objectContaining({ after: "DE" })],
        [
          "COMPANY_LEFT",
          left.moved.domain,
          expect.stringContaining("Its record changed"),
          expect.objectContaining({ before: "DE", after: "FR" }),
        ],
      ]),
    );
    await touchDirectory();
    expect((await run(made.monitorId)).notices.totalCount).toBe(2);
    const others = await system.team();
    expect(
      (await system.ask(others.key, MonitorStateDocument, { monitorId: made.monitorId })).errors?.[0],
    ).toMatchObject({ extensions: { code: "NOT_FOUND" } });
    await system.answer(key, DeleteMonitorDocument, { monitorId: made.monitorId });
  });
});

describe("a monitor of events", () => {
  it("tells which articles made an event match, and when it matches no more", async () => {
    const { db } = system.database;
    const subscribed = await system.key(teamId, SCOPES, ["events-monitor"]);
    const input = { eventFilter: { alertTypes: ["Strike"] }, name: "Strikes" };
    expect((await system.ask(key, CreateMonitorDocument, { input })).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const { monitorId: id } = (await system.answer(subscribed, CreateMonitorDocument, { input })).createMonitor;
    const asked = async () =>
      present((await system.answer(subscribed, MonitorStateDocument, { monitorId: id, first: 10 })).monitor);
    const once = async (runs: number) => {
      if (runs > 1) await system.answer(subscribed, RunMonitorDocument, { monitorId: id });
      return eventually(asked, (state) => state.runs >= runs);
    };
    expect(await once(1)).toMatchObject({ matching: 0 });
    const eventId = await seedEvent(db, { title: "Dockers stop work", companyIds: [] });
    await db.query(
      `INSERT INTO event_alert_types (event_id, position, name, mapped_from, method, similarity, rationale) VALUES ($1, 1, 'Strike', '', 'lexicon', 1, '')
       ON CONFLICT (event_id, position) DO UPDATE SET name = excluded.name`,
      [eventId],
    );
    const entered = await once(2);
    expect(entered.notices.edges.map(({ node }) => node)).toMatchObject([
      { kind: "EVENT_ENTERED", eventId, causes: [{ kind: "ARTICLES" }] },
    ]);
    await db.query("UPDATE event_alert_types SET name = 'Closure' WHERE event_id = $1", [eventId]);
    await db.query("UPDATE events SET content_hash = 'other' WHERE id = $1", [eventId]);
    const left = await once(3);
    expect(left.notices.edges[0]?.node).toMatchObject({
      kind: "EVENT_LEFT",
      causes: [{ kind: "RULES", changes: [{ field: "alertTypes", before: expect.arrayContaining(["Strike"]) }] }],
    });
    // The key that has no subscription sees neither the monitor nor what it told.
    expect((await system.ask(key, MonitorStateDocument, { monitorId: id })).errors?.[0]?.extensions.code).toBe(
      "NOT_FOUND",
    );
    expect((await system.answer(key, NoticeLogDocument, { kinds: ["EVENT_ENTERED"] })).notices.totalCount).toBe(0);
    expect((await system.answer(subscribed, NoticeLogDocument, { kinds: ["EVENT_ENTERED"] })).notices.totalCount).toBe(
      1,
    );
  });
});
