import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHANGES_CHANNEL } from "#companies/engine/apply-changes";
import { measureSearch } from "#companies/engine/engine-metrics";
import { keepIndexCurrent } from "#companies/engine/keep-index-current";
import { registerIndex } from "#companies/engine/registered-indexes";
import { openSearchEngine, type SearchEngine } from "#companies/engine/search-engine";
import { readConfig } from "#foundation/config/config";
import { watchDatabase } from "#foundation/db/database-watch";
import { REQUEST_LIMITS } from "#foundation/db/limits";
import { type RunningMetrics, serveMetrics } from "#foundation/metrics/serve-metrics";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { seedCompany } from "../support/impact.ts";
import { type LocalServer, startLocalServer } from "../support/local-server.ts";
import { eventually, present } from "../support/system.ts";

type Mood = "away" | "refuses" | "takes";

let mood: Mood;
let engine: LocalServer;
let database: TestDatabase;
let search: SearchEngine;
let metrics: RunningMetrics;
let stop: () => Promise<void>;

/** Answers one operation of a bulk as a cluster in that mood does. */
const itemOf = (action: object) => {
  const [[name = "", target] = []] = Object.entries(action);
  const { _id } = target as { _id: string };
  const error = { type: "mapper_parsing_exception", reason: "the field does not fit" };
  return { [name]: mood === "refuses" ? { _id, status: 400, error } : { _id, status: 201 } };
};

/** Stands for a cluster: its bulk requests are all that matters here. */
beforeAll(async () => {
  mood = "away";
  engine = await startLocalServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      if (mood === "away") return void response.writeHead(503).end();
      const lines = body.split("\n").filter((line) => line !== "");
      const actions = lines.map((line) => JSON.parse(line)).filter(({ index, delete: gone }) => index ?? gone);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ errors: mood === "refuses", items: actions.map(itemOf) }));
    });
  });
  const log = pino({ level: "silent" });
  database = await createTestDatabase();
  search = present(openSearchEngine(readConfig({ SEARCH_ENGINE: "opensearch", SEARCH_URL: engine.url }).searchEngine));
  metrics = present(await serveMetrics("127.0.0.1", 0, log));
  const { db, url } = database;
  await registerIndex(db, "test", "this test");
  const watch = watchDatabase(url, { limits: REQUEST_LIMITS, log });
  const endMeasuring = measureSearch(db);
  const indexing = keepIndexCurrent(db, search, { listener: watch.listen(CHANGES_CHANNEL), log });
  stop = async () => {
    endMeasuring();
    await indexing.stop();
    await watch.close();
  };
});
afterAll(async () => {
  await stop?.();
  await metrics?.close();
  await search?.close();
  await engine?.stop();
  await database?.drop();
});

/** The value of a series of the search engine; 0 where it is absent. */
async function metric(series: string): Promise<number> {
  const text = await (await fetch(metrics.url)).text();
  const line = text.split("\n").find((one) => one.startsWith(`market_intelligence_search_index_${series} `));
  return line === undefined ? 0 : Number(line.split(" ").at(-1));
}

it("the metrics tell how long changes wait for the search engine, whether it is away or refuses them, and when it has all", async () => {
  await seedCompany(database.db, "kites.de", { name: "Kites" });
  await eventually(
    () => metric('failures_total{kind="away"}'),
    (count) => count >= 2,
    20_000,
  );
  expect(await metric("changes_waiting")).toBeGreaterThanOrEqual(1);
  expect(await metric("lag_seconds")).toBeGreaterThan(0);
  expect(await metric('failures_total{kind="refused"}')).toBe(0);

  mood = "refuses";
  await eventually(
    () => metric('failures_total{kind="refused"}'),
    (count) => count >= 1,
    20_000,
  );
  expect(await metric("changes_waiting")).toBeGreaterThanOrEqual(1);

  mood = "takes";
  await eventually(
    () => metric("changes_waiting"),
    (count) => count === 0,
    20_000,
  );
  expect(await metric("lag_seconds")).toBe(0);
});
