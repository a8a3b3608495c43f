import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client, ScheduleHandle } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { readConfig } from "#foundation/config/config";
import { EventsOfCompanyDocument } from "#generated/tests/graphql";
import { missingForLocal } from "#providers/embeddings/local-embeddings";
import { createTemporalClient } from "#workflows/client/client";
import { scheduledWorkflows } from "#workflows/client/schedules";
import { seedCompany } from "../support/impact.ts";
import { marketCommand } from "../support/market.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { partition, store } from "./store-support.ts";

let system: TestSystem;
let key: string;
let client: Client;
let schedule: ScheduleHandle;

beforeAll(async () => {
  // No clock in the test: what is to run is started by hand.
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: { GROUP_OBSERVATIONS_EVERY_MINUTES: "1440", POLL_FEEDS_EVERY_MINUTES: "0" },
  });
  const { teamId } = await system.team();
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
  client = await connectTemporal(system);
  schedule = client.schedule.getHandle("group-observations");
});
afterAll(async () => {
  await client?.connection.close();
  await system?.stop();
});

const runWith = (environment: Record<string, string>, ...args: string[]) =>
  marketCommand(args, { DATABASE_URL: system.database.url, DATA_DIR: system.config.dataDir, ...environment });
const run = (...args: string[]) => runWith({}, ...args);

const FIRE = [
  ["Harbour Post", "Fire at Brandt Castings plant in Hamburg kills 12 workers"],
  ["Elbe Times", "Twelve workers dead after fire at Brandt Castings foundry in Hamburg"],
  ["Metal Weekly", "Brandt Castings halts production after deadly Hamburg plant fire"],
  ["North News", "Hamburg foundry fire: Brandt Castings mourns 12 workers"],
  ["The Wire", "Deadly fire at Brandt Castings in Hamburg under investigation"],
] as const;
const WEDDING = [
  ["Glitter", "Singer Lola Marquez shows her wedding dress"],
  ["Star Page", "Lola Marquez wedding dress: fans love it"],
  ["Tattler", "Lola Marquez wedding dress pictures"],
  ["Show Time", "Lola Marquez in her wedding dress: singer delights fans"],
] as const;
/** In words that no term of the taxonomy knows. */
const PARTING = [
  ["Glitter", "Singer Ada Brun and footballer part ways after two years"],
  ["Star Page", "Ada Brun and footballer part ways: singer is alone again"],
  ["Tattler", "Singer Ada Brun and her footballer part ways"],
] as const;
const articles = (stories: readonly (readonly [string, string])[], day: string) =>
  stories.map(([publisher, title], i) => ({
    url: `https://${publisher.toLowerCase().replace(" ", "-")}.example.com/${day}/${i}`,
    title,
    publisher,
    publishedAt: new Date(`${day}T0${i}:00:00Z`),
  }));

/** What this file reads of E16's answer; test/rest/list-events.test.ts looks at all of it. */
interface EventsPage {
  meta: object;
  data: {
    _id: string;
    title: string;
    vectorIndex: { anchorText: string };
    timestamps: { published: string };
    references: { title: string }[];
    taxonomicMatches: {
      alertTypes: { name: string; method: string; mappedFrom: string; rationale: string }[];
      impactedEntities: { impact: { likelihood: number; severity: number } }[];
    };
  }[];
}

describe("observations that are imported", () => {
  it("are events at the events monitor: the one that does harm by default, the other when it is asked for", async () => {
    const company = await seedCompany(system.database.db, "brandt-castings.de", { name: "Brandt Castings GmbH" });
    const path = join(await temporaryFolder(), "observations.ndjson");
    const rows = [...articles(FIRE, "2026-03-04"), ...articles(WEDDING, "2026-03-05")];
    await writeFile(
      path,
      rows.map(({ publishedAt, ...row }) => JSON.stringify({ ...row, published: publishedAt })).join("\n"),
    );
    const first = await run("import", "observations", path, "--json");
    expect([first.code, first.stderr]).toEqual([0, ""]);

    const list = (query = "") => system.rest(key, "GET", `/v2/events-monitor/events${query}`);
    const { status, body } = (await list()) as { status: number; body: EventsPage };
    expect(status).toBe(200);
    expect(body.meta).toMatchObject({ totalItems: 1, unfilteredTotalItems: 2 });
    const [fire] = body.data;
    if (fire === undefined) throw new Error("no event");
    expect(FIRE.map(([, title]) => title)).toContain(fire.title);
    expect(fire.references.map(({ title }) => title)).toEqual(FIRE.map(([, title]) => title));
    expect(fire.timestamps.published).toBe("2026-03-04T00:00:00.000Z");
    expect(fire.vectorIndex.anchorText).toContain(fire.title);
    const { impactedEntities, alertTypes } = fire.taxonomicMatches;
    expect(alertTypes.length).toBeGreaterThan(0);
    expect(impactedEntities.some(({ impact }) => impact.likelihood >= 2 && impact.severity >= 2)).toBe(true);
    expect(await list("?minLikelihood=0&minSeverity=0&alertTypes=No%20such%20type")).toMatchObject({
      body: { meta: { totalItems: 0 } },
    });
    const byAlert = encodeURIComponent(alertTypes[0]?.name.toUpperCase() ?? "");
    expect(await list(`?alertTypes=${byAlert}`)).toMatchObject({ body: { meta: { totalItems: 1 } } });

    const touched = await system.answer(key, EventsOfCompanyDocument, { identifier: String(company.id) });
    expect(touched.company?.events.edges).toEqual([{ node: { eventId: Number(fire._id) } }]);

    // The same file again: nothing is new, and no event moves.
    expect((await run("import", "observations", path, "--json")).code).toBe(0);
    expect((await list()).body).toEqual(body);
  });

  it("are shown by the command line, one by one and as a list", async () => {
    const listed = await run("events", "list", "--json");
    const events = JSON.parse(listed.stdout) as { id: number; articleCount: number; independentSources: number }[];
    expect(events.map(({ articleCount }) => articleCount).sort()).toEqual([4, 5]);
    const [fire] = events.filter(({ articleCount }) => articleCount === 5);
    const shown = await run("events", "show", String(fire?.id));
    expect(shown.stdout).toContain("5 articles, 5 independent sources");
    expect(shown.stdout).toContain(FIRE[1][1]);
  });

  it("are written anew on request, and move only where something else is said of them", async () => {
    const { db } = system.database;
    await seedCompany(db, "marquez-fashion.com", { name: "Lola Marquez Fashion" });
    const updated = () =>
      db.query<{ id: number; at: Date }>(`SELECT id, last_updated AS at FROM events ORDER BY id`, []);
    const before = await updated();
    await db.query("UPDATE events SET title = 'spoilt', content_hash = 'spoilt' WHERE id = $1", [before[0]?.id]);
    const { stdout } = await run("events", "group", "--recompose", "--json");
    expect(JSON.parse(stdout)).toEqual({
      grouped: 0,
      created: 0,
      changed: 0,
      merged: 0,
      split: 0,
      recomposed: { events: 2, changed: 1 },
    });
    const after = await updated();
    expect(after[1]).toEqual(before[1]);
    expect(after[0]?.at.getTime()).toBeGreaterThan(before[0]?.at.getTime() ?? 0);
  });
});

const modelRuns = missingForLocal(readConfig({}).embeddings.modelDir) === null;

describe.runIf(modelRuns)("an event told in words that no term knows", () => {
  it("has its alert type by the meaning of its headlines, with the headline", async () => {
    const path = join(await temporaryFolder(), "parting.ndjson");
    const rows = articles(PARTING, "2026-04-08");
    await writeFile(
      path,
      rows.map(({ publishedAt, ...row }) => JSON.stringify({ ...row, published: publishedAt })).join("\n"),
    );
    expect((await runWith({ EMBEDDINGS: "onnx" }, "import", "observations", path, "--json")).code).toBe(0);
    const query = "?minLikelihood=0&minSeverity=0&alertTypes=Celebrity%20news";
    const { body } = (await system.rest(key, "GET", `/v2/events-monitor/events${query}`)) as { body: EventsPage };
    const parting = body.data.find(({ title }) => title.includes("Ada Brun"));
    const [alert] = parting?.taxonomicMatches.alertTypes ?? [];
    expect(alert).toMatchObject({ name: "Celebrity news", method: "meaning" });
    expect(PARTING.map(([, title]) => title)).toContain(alert?.mappedFrom);
    expect(alert?.rationale).toContain("headlines of 3 independent sources");
  });
});

describe("the schedule", () => {
  const waiting = async () =>
    (await system.database.db.query("SELECT FROM observations WHERE event_id IS NULL", [])).length;
  /** A trigger while a run is going on is skipped: groups are stored shortly before their run ends. */
  const trigger = async () => {
    await eventually(
      async () => (await schedule.describe()).info.runningActions,
      (running) => running.length === 0,
    );
    await schedule.trigger();
  };

  /** The schedule may take a run that has ended for one that goes on, and skip the trigger. */
  const groupAll = () =>
    eventually(
      async () => {
        await trigger();
        return eventually(waiting, (count) => count === 0, 10_000).catch(waiting);
      },
      (count) => count === 0,
      50_000,
    );

  /** What the runs of a week did. One that is asked for while another ends finds nothing to do. */
  const runsOfWeek = (week: string) =>
    eventually(
      async () => {
        const results: unknown[] = [];
        for await (const { workflowId, runId } of client.workflow.list({ query: `WorkflowId = "group-week-${week}"` }))
          results.push(await client.workflow.getHandle(workflowId, runId).result());
        return results;
      },
      (results) => results.length > 0,
    );

  it("is made by the worker, one run at a time", async () => {
    const { action, policies } = await eventually(
      () => schedule.describe().catch(() => null),
      (found) => found !== null,
    ).then((found) => found ?? Promise.reject(new Error("no schedule")));
    expect(action).toMatchObject({ workflowType: "groupObservations", workflowId: "group-observations" });
    expect(policies.overlap).toBe("SKIP");
  });

  it("groups what waits, with what it did in the Temporal UI", async () => {
    await store(system.database.db, [...articles(FIRE, "2026-03-18"), ...articles(WEDDING, "2026-03-18")]);
    await groupAll();
    expect(
      (await partition(system.database.db)).filter((urls) => urls.some((url) => url.includes("03-18"))),
    ).toHaveLength(2);
    const { info } = await schedule.describe();
    const [run] = info.recentActions;
    const workflowId = run?.action.workflow.workflowId ?? "";
    expect(workflowId).toMatch(/^group-observations-/);
    expect(await client.workflow.getHandle(workflowId).result()).toEqual({
      grouped: 9,
      created: 2,
      changed: 0,
      merged: 0,
      split: 0,
    });
  });

  it("does what a terminated run left undone", async () => {
    const { db } = system.database;
    const days = ["2026-04-01", "2026-04-08", "2026-04-15", "2026-04-22"];
    await store(
      db,
      days.flatMap((day) => [...articles(FIRE, day), ...articles(WEDDING, day)]),
    );
    await client.workflow.start("groupObservations", { taskQueue: "market-intelligence", workflowId: "by-hand" });
    await client.workflow.getHandle("by-hand").terminate("by an operator");
    await groupAll();
    const groups = (await partition(db)).filter((urls) => urls.some((url) => url.includes("/2026-04-")));
    expect(groups.map((urls) => urls.length).sort()).toEqual([4, 4, 4, 4, 5, 5, 5, 5]);
  });

  it("has each week grouped by a workflow of its own, which counts what it did", async () => {
    await store(system.database.db, [...articles(FIRE, "2026-05-06"), ...articles(WEDDING, "2026-05-13")]);
    await groupAll();
    expect(await runsOfWeek("2026-W19")).toContainEqual(expect.objectContaining({ grouped: 5, created: 1 }));
    expect(await runsOfWeek("2026-W20")).toContainEqual(expect.objectContaining({ grouped: 4, created: 1 }));
  });

  it("has the run of a week that waits for more articles do those too, once", async () => {
    const { db } = system.database;
    await store(db, articles(FIRE, "2026-06-03"));
    const week = { week: 2944, name: "2026-W23", quietMs: 3_000 };
    const handle = await client.workflow.start("groupWeek", {
      taskQueue: "market-intelligence",
      workflowId: "group-week-2026-W23",
      args: [week],
    });
    await store(db, articles(WEDDING, "2026-06-03"));
    await trigger();
    expect(await handle.result()).toMatchObject({ grouped: 9, created: 2 });
    const { events } = await handle.fetchHistory();
    const signals = events?.filter(({ workflowExecutionSignaledEventAttributes: signal }) => signal) ?? [];
    const activities = events?.filter(({ activityTaskScheduledEventAttributes: task }) => task) ?? [];
    expect(signals.length).toBeGreaterThan(0);
    expect(activities).toHaveLength(1);
  });

  it("stays paused when a worker starts, takes a new interval, and goes when none is configured", async () => {
    await schedule.pause("an operator is at work");
    const temporal = createTemporalClient(
      { address: `127.0.0.1:${system.config.temporal.port}` },
      system.config.temporal.namespace,
      system.codec,
      console,
    );
    try {
      const every = (groupObservationsMinutes: number) =>
        temporal.ensureSchedules(
          scheduledWorkflows({
            groupObservationsMinutes,
            pollFeedsMinutes: 0,
            syncSourcesMinutes: 0,
            retentionMinutes: 0,
            digestsMinutes: 0,
          }),
        );
      await every(7);
      const { state, spec } = await schedule.describe();
      expect(state).toMatchObject({ paused: true, note: "an operator is at work" });
      expect(spec.intervals?.[0]?.every).toBe(7 * 60_000);
      await every(0);
      await every(0);
      await expect(schedule.describe()).rejects.toThrow();
    } finally {
      await temporal.close();
    }
  });
});
