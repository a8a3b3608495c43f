import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import {
  CreateMonitorDocument,
  type CreateMonitorInput,
  MonitorStateDocument,
  type MonitorStateQuery,
  RunMonitorDocument,
} from "#generated/tests/graphql";
import type { RunningWorker } from "#workflows/worker/worker";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { seedEvent } from "../support/impact.ts";
import { NO_OTHER_MAKERS, ROTOR_MAKERS } from "../support/rotor-makers.ts";
import { eventually, present, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { lookAgain } from "./look-again.ts";

/** A schedule's shortest interval is a minute, and a busy machine may be late. */
const PATIENCE_MS = 180_000;
const FITTING = ROTOR_MAKERS.map(({ first }) => first).filter(({ country }) => country === "DE");

let system: TestSystem;
let worker: RunningWorker;
let key: string;
let marketId: number;

beforeAll(async () => {
  system = await startSystem({ temporal: true });
  worker = await system.startWorker({ outageRetryMs: 200 });
  const { teamId } = await system.team();
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  await importTestCompanies(system.database.db, [...NO_OTHER_MAKERS, ...FITTING.slice(0, 5)]);
  ({ marketId } = (await start(system, key, { ...WIND_CRITERIA, count: 20 })).market);
  await ended(system, key, marketId);
}, 180_000);
afterAll(async () => {
  await worker?.stop();
  await system?.stop();
});

type State = NonNullable<MonitorStateQuery["monitor"]>;

async function until(monitorId: number, satisfied: (state: State) => boolean): Promise<State> {
  const state = async () =>
    present((await system.answer(key, MonitorStateDocument, { monitorId, first: 100 })).monitor);
  return eventually(state, satisfied, PATIENCE_MS);
}

/** A monitor after its first run. */
async function createMonitor(input: CreateMonitorInput): Promise<number> {
  const { monitorId } = (await system.answer(key, CreateMonitorDocument, { input })).createMonitor;
  await until(monitorId, ({ runs }) => runs === 1);
  return monitorId;
}

describe("a monitor of a market", () => {
  it("names the versions of the rules where others judge a company than before", async () => {
    const { db } = system.database;
    const monitorId = await createMonitor({ marketId, everyMinutes: 1_440 });
    // As an earlier release left it, whose rules judged one of the companies otherwise.
    await db.query("UPDATE monitors SET basis = jsonb_set(basis, '{rules}', '\"0.1.0\"') WHERE id = $1", [monitorId]);
    const [changed] = await db.query<{ domain: string }>(
      `UPDATE monitor_subjects SET is_in = false
       WHERE monitor_id = $1 AND subject_id = (SELECT min(subject_id) FROM monitor_subjects WHERE monitor_id = $1 AND is_in)
       RETURNING (SELECT domain FROM companies WHERE id = subject_id) AS domain`,
      [monitorId],
    );
    await system.answer(key, RunMonitorDocument, { monitorId });
    const { notices } = await until(monitorId, ({ runs }) => runs === 2);
    expect(notices.edges.map(({ node }) => node)).toMatchObject([
      {
        kind: "COMPANY_ENTERED",
        company: { domain: present(changed).domain },
        causes: [
          {
            kind: "RULES",
            summary: "Another version of the rules judges.",
            changes: [{ field: "rules", before: "0.1.0", after: expect.stringContaining("index") }],
          },
        ],
      },
    ]);
    await system.answer(key, RunMonitorDocument, { monitorId });
    expect((await until(monitorId, ({ runs }) => runs === 3)).notices.totalCount).toBe(1);
  }, 240_000);

  it("is run by its schedule when its interval is over, and then tells what changed", async () => {
    const { schedule, connection } = await connectTemporal(system);
    const monitorId = await createMonitor({ marketId, everyMinutes: 1, name: "Every minute" });
    const handle = schedule.getHandle(`monitor-${monitorId}`);
    const { info, spec } = await handle.describe();
    expect(spec.intervals).toMatchObject([{ every: 60_000 }]);
    const due = present(info.nextActionTimes[0]).getTime();
    const added = present(FITTING[5]);
    await importTestCompanies(system.database.db, [added]);
    const { notices } = await until(monitorId, (state) => state.notices.totalCount > 0);
    expect(notices.edges.map(({ node }) => [node.kind, node.company?.domain])).toEqual([
      ["COMPANY_ENTERED", added.domain],
    ]);
    const { recentActions } = (await handle.describe()).info;
    expect(recentActions.map(({ scheduledAt }) => scheduledAt.getTime())).toContain(due);
    await connection.close();
  }, 240_000);
});

describe("a monitor of events", () => {
  it("tells nothing in a hundred runs over events that say the same", async () => {
    const { db } = system.database;
    for (const title of ["Dockers stop work", "Pilots stop work"])
      await seedEvent(db, { title, alertTypes: ["Strike"] });
    await seedEvent(db, { title: "A plant closes", alertTypes: ["Closure"] });
    const monitorId = await createMonitor({ eventFilter: { alertTypes: ["Strike"] }, everyMinutes: 1_440 });
    // In every seventh, as after events were composed again and said the same.
    const recompose = "UPDATE events SET last_updated = last_updated";
    await lookAgain(system, monitorId, 98, async (i) => i % 7 === 0 && db.query(recompose));
    await system.answer(key, RunMonitorDocument, { monitorId });
    expect(await until(monitorId, ({ runs }) => runs === 100)).toMatchObject({
      matching: 2,
      notices: { totalCount: 0 },
    });
  }, 240_000);
});
