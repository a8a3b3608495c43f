import { afterAll, beforeAll, expect, it } from "vitest";
import { revokeKey } from "#accounts/auth/api-keys";
import { appendProgress, PROGRESS_CHANNEL } from "#jobs/progress-log";
import { seedJob } from "../support/jobs.ts";
import { freePort } from "../support/ports.ts";
import { type SpanCollector, startSpanCollector } from "../support/span-collector.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

const SSE = "text/event-stream";
const MULTIPART = "multipart/mixed;subscriptionSpec=1.0, application/json";

let collector: SpanCollector;
let metricsUrl: string;
let system: TestSystem;
let key: string;
let teamId: number;
let marketId: number;
let jobId: number;
let entries = 0;

beforeAll(async () => {
  collector = await startSpanCollector();
  const metricsPort = String(await freePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  system = await startSystem({
    environment: { METRICS_PORT: metricsPort, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  ({ key, teamId } = await system.team());
  ({ marketId, jobId } = await seedJob(system.database.db, { teamId }));
});
afterAll(async () => {
  await system?.stop();
  collector?.close();
});

/** Something happens that every stream of the market tells. */
const happen = () =>
  system.database.db.prisma.$transaction((tx) => {
    const message = `entry ${++entries}`;
    return appendProgress(tx, { marketId, jobId, phase: "judging", message, progress: 0, key: message });
  });

/** Follows the market as server-sent events or as multipart, and reads the first entry. */
async function follow(requestId: string, accept: string, { by = key, url = system.url } = {}) {
  const leaving = new AbortController();
  const query = `subscription { discoveryProgress(marketId: ${marketId}) { message } }`;
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "x-api-key": by, "content-type": "application/json", accept, "x-request-id": requestId },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<string> => (await reader?.read())?.value ?? "";
  while (!(await read()).includes("entry 1"));
  return { leaving, reader };
}

/** The numbers of requests that follow the market, by status. */
async function counts(): Promise<Record<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const series = /seconds_count{operation="graphql subscription discoveryProgress",status="(\d+)"} (\d+)/g;
  return Object.fromEntries([...text.matchAll(series)].map(([, status, count]) => [status, Number(count)]));
}

/** What the span of a request says about its end. */
async function endOf(requestId: string) {
  const find = async () =>
    collector.spans.find(({ attributes }) => attributes.some(({ value }) => value.stringValue === requestId));
  const span = await eventually(find, (found) => found !== undefined);
  const told = (name: string) => span?.attributes.find(({ key: named }) => named === name)?.value;
  return [told("http.response.status_code")?.intValue, told("error.type")?.stringValue, span?.status.code];
}

it.each([
  ["sse", SSE],
  ["multipart", MULTIPART],
])("a client that leaves a stream (%s) counts as 499, and fails nothing", async (requestId, accept) => {
  if (entries === 0) await happen();
  const before = await counts();
  const { leaving } = await follow(requestId, accept);
  leaving.abort();
  await expect.poll(counts).toEqual({ ...before, 499: (before[499] ?? 0) + 1 });
  expect(await endOf(requestId)).toEqual(["200", undefined, undefined]);
});

/** Reads a stream to its end. */
async function restOf(reader: Awaited<ReturnType<typeof follow>>["reader"]): Promise<string> {
  for (let text = ""; ; ) {
    const { done = true, value = "" } = (await reader?.read()) ?? {};
    if (done) return text;
    text += value;
  }
}

it("a stream that cannot be read any further counts as a failure", async () => {
  const { db } = system.database;
  const { reader } = await follow("broken", SSE);
  const before = await counts();
  await db.query("ALTER TABLE progress_log RENAME COLUMN message TO words");
  try {
    await db.query("SELECT pg_notify($1, $2)", [PROGRESS_CHANNEL, String(marketId)]);
    expect(await restOf(reader)).toContain("INTERNAL_SERVER_ERROR");
  } finally {
    await db.query("ALTER TABLE progress_log RENAME COLUMN words TO message");
  }
  await expect.poll(counts).toEqual({ ...before, 500: 1 });
  expect(await endOf("broken")).toEqual(["200", "error", 2]);
});

it("a stream whose key is revoked counts as refused", async () => {
  const other = await system.key(teamId);
  const { reader } = await follow("revoked", SSE, { by: other });
  const before = await counts();
  await revokeKey(system.database.db.prisma, other.split("_")[2] ?? "");
  expect(await restOf(reader)).toContain("UNAUTHORISED");
  await expect.poll(counts).toEqual({ ...before, 401: 1 });
  expect(await endOf("revoked")).toEqual(["200", "UNAUTHORISED", 2]);
});

it.each([
  ["sse", SSE],
  ["multipart", MULTIPART],
])("a stream (%s) does not hold up an API that stops", async (name, accept) => {
  const stopping = await startSystem({ database: system.database });
  const { reader } = await follow(`cut-${name}`, accept, { url: stopping.url });
  const began = Date.now();
  const cut = expect(restOf(reader)).rejects.toThrow();
  await stopping.api.stop();
  await cut;
  expect(Date.now() - began).toBeLessThan(10_000);
});

it("a stream that ends with its market's run counts as 200", async () => {
  const { db } = system.database;
  const { reader } = await follow("whole", SSE);
  const before = await counts();
  await db.query("UPDATE workflow_runs SET status = 'completed' WHERE market_id = $1", [marketId]);
  await happen();
  expect(await restOf(reader)).toContain("event: complete");
  await expect.poll(counts).toEqual({ ...before, 200: 1 });
  expect(await endOf("whole")).toEqual(["200", undefined, undefined]);
});
