import type { Client, WorkflowHandle } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSource, listSources } from "#sources/manage-sources";
import { seedCompany } from "../support/impact.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { type FeedServer, rssOf, startFeedServer } from "./feed-server.ts";

let server: FeedServer;
let system: TestSystem;
let client: Client;
let company: number;
beforeAll(async () => {
  server = await startFeedServer();
  system = await startSystem({
    temporal: true,
    worker: true,
    environment: {
      FETCH_ALLOW: server.hostAndPort,
      POLL_FEEDS_EVERY_MINUTES: "1440",
      // A tick of this schedule would now and then come first, and leave nothing to group.
      GROUP_OBSERVATIONS_EVERY_MINUTES: "1440",
      SYNC_SOURCES_EVERY_MINUTES: "1440",
    },
  });
  client = await connectTemporal(system);
  ({ id: company } = await seedCompany(system.database.db, "kiteworks.example", { name: "Northern Kiteworks GmbH" }));
});
afterAll(async () => {
  await client.connection.close();
  await system.stop();
  await server.close();
});

/** Lets the schedule start a run now, and waits for its end. */
async function runSchedule(id = "poll-feeds"): Promise<{ result: unknown; handle: WorkflowHandle }> {
  const schedule = client.schedule.getHandle(id);
  const known = await eventually(
    () => schedule.describe().catch(() => null),
    (found) => found !== null,
  );
  const before = known?.info.recentActions.length ?? 0;
  await schedule.trigger();
  const { info } = await eventually(
    () => schedule.describe(),
    (found) => found.info.recentActions.length > before,
  );
  const action = info.recentActions.at(-1)?.action;
  if (action?.type !== "startWorkflow") throw new Error("the schedule started no workflow");
  const handle = client.workflow.getHandle(action.workflow.workflowId, action.workflow.firstExecutionRunId);
  return { result: await handle.result(), handle };
}

const add = (kind: string, path: string, name = kind) =>
  system.database.db.query("INSERT INTO feeds (url, kind, name, every_minutes) VALUES ($1, $2, $3, 30)", [
    server.url.replace("/feed", path),
    kind,
    name,
  ]);

test("the schedule polls the feeds that are due, reads the news and groups the observations", async () => {
  const { db } = system.database;
  server.answer = ({ url }, response) =>
    url === "/news"
      ? response.writeHead(200, { etag: '"1"' }).end(rssOf("Northern Kiteworks GmbH opens a second plant"))
      : url === "/observations"
        ? response.end(rssOf("Storm closes the harbour of Bremen", "Harbour of Bremen closed by storm"))
        : response.writeHead(404).end();
  await add("news", "/news");
  await add("observations", "/observations");
  await add("news", "/nothing?token=very-secret", "");

  const { result, handle } = await runSchedule();
  expect(result).toEqual({ polled: 3, failed: 1, inserted: 3, updated: 0 });
  expect(await db.query("SELECT analysed_at IS NOT NULL AS read FROM news_items", [])).toEqual([{ read: true }]);
  // Their week is grouped by a run of its own, once no more have come for some seconds.
  const grouped = await eventually(
    () => db.query<{ n: number }>("SELECT count(*)::int AS n FROM observations WHERE event_id IS NOT NULL", []),
    ([row]) => row?.n === 2,
  );
  expect(grouped).toEqual([{ n: 2 }]);
  expect(await db.query("SELECT last_result, failures FROM feeds ORDER BY id", [])).toEqual([
    { last_result: "1 entries: 1 new, 0 changed, 0 known", failures: 0 },
    { last_result: "2 entries: 2 new, 0 changed, 0 known", failures: 0 },
    { last_result: "answered with the status 404", failures: 1 },
  ]);

  // What an operator sees in the Temporal UI.
  const { events } = await handle.fetchHistory();
  const summaries = (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data === null || data === undefined ? [] : [JSON.parse(Buffer.from(data).toString("utf8")) as string];
  });
  expect(summaries).toContain("poll feed 1: news");
  expect(summaries).toContainEqual(expect.stringMatching(/^Group the observations of \d{4}-W\d\d$/));
  expect(summaries).toContain(`poll feed 3: ${server.url.replace("/feed", "/nothing")}`);
});

test("an article of a feed that serves both becomes news of its company and an event", async () => {
  const title = "Northern Kiteworks GmbH recalls 2,000 kites in Norway";
  server.answer = (_request, response) => response.end(rssOf(title));
  await add("articles", "/articles");
  expect((await runSchedule()).result).toMatchObject({ polled: 1, inserted: 1 });
  const key = await system.key(null, undefined, ["events-monitor"]);
  const query = `{ company(identifier: "${company}") {
    news(first: 1) { edges { node { title } } } events { edges { node { title } } } } }`;
  const list = { edges: [{ node: { title } }] };
  const answer = await eventually(
    () => system.graph(key, query),
    ({ data }) => JSON.stringify(data ?? null).split(title).length > 2,
  );
  expect(answer.data).toEqual({ company: { news: list, events: list } });
});

test("a feed is left alone until it is due again", async () => {
  server.requests.length = 0;
  expect((await runSchedule()).result).toMatchObject({ polled: 0 });
  expect(server.requests).toEqual([]);
});

test("the news that a killed import left are read by the next run", async () => {
  const { db } = system.database;
  await db.query(
    `INSERT INTO news_items (url, title, published_at, content_hash)
     SELECT 'https://press.example.com/left/' || i, 'Left behind ' || i, now(), i::text FROM generate_series(1, 300) i`,
    [],
  );
  await runSchedule();
  expect(await db.query("SELECT count(*)::int AS n FROM news_items WHERE analysed_at IS NULL", [])).toEqual([{ n: 0 }]);
});

test("another schedule reads the sources that are due, looks up parents whichever way they came, and stays paused", async () => {
  const { db } = system.database;
  server.answer = ({ url }, response) =>
    url === "/directory"
      ? response.end(
          "domain,name,description\nkite.com,Kite,Kite operates as a subsidiary of Northern Kiteworks GmbH.\n",
        )
      : response.writeHead(404).end();
  const allowed = new Set([server.hostAndPort]);
  const url = server.url.replace("/feed", "/directory");
  await addSource(db, { layout: "companies", name: "partners", url, licence: "CC BY 4.0" }, allowed);
  await addSource(db, { layout: "gleif", url: `${url}-nothing?token=very-secret` }, allowed);
  const { result, handle } = await runSchedule("sync-sources");
  expect(result).toMatchObject({ synced: 2, failed: 1 });
  const [{ lastSync } = {}] = (await listSources(db)).filter(({ name }) => name === "partners");
  expect(lastSync).toMatchObject({ position: 1, inserted: 1, licence: "CC BY 4.0", error: "" });
  expect(
    await db.query(
      "SELECT c.name FROM source_records r JOIN companies c ON c.id = r.parent_id WHERE r.domain = 'kite.com'",
    ),
  ).toEqual([{ name: "Northern Kiteworks GmbH" }]);
  expect(JSON.stringify(await handle.fetchHistory())).not.toContain("very-secret");

  const schedule = client.schedule.getHandle("sync-sources");
  await schedule.pause("an operator is at work");
  expect((await schedule.describe()).state).toMatchObject({ paused: true, note: "an operator is at work" });
});
