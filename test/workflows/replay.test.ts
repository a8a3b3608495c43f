import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { Client } from "@temporalio/client";
import type { PayloadCodec } from "@temporalio/common";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { DefaultLogger, Runtime, Worker } from "@temporalio/worker";
import { beforeAll, describe, expect, it } from "vitest";
import { createKeyRing } from "#foundation/encryption/key-ring";
import { AddMarketColumnDocument, RefillMarketColumnDocument } from "#generated/tests/graphql";
import { createPayloadCodec } from "#workflows/client/codec";
import { TASK_QUEUE } from "#workflows/contract";
import { store } from "../events/store-support.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, publish, start, WIND_CRITERIA } from "../support/discovery.ts";
import { createDossier, runDossier } from "../support/dossiers.ts";
import { holdTable } from "../support/hold-table.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { connectTemporal } from "../support/temporal-client.ts";
import { workflowBundle } from "../support/workflow-bundle.ts";

const HISTORIES = new URL("./histories/", import.meta.url);
const quiet = new DefaultLogger("ERROR");

let code: string;

/** Pauses a run as soon as it has begun, and lets it go on to its end. */
async function pauseAndResume(
  { database: { db } }: TestSystem,
  workflow: Client["workflow"],
  id: string,
  table: "workflow_runs" | "dossier_tasks" | "column_fills",
  { release = async () => {}, skips = false }: { release?: () => Promise<void>; skips?: boolean } = {},
): Promise<void> {
  const handle = workflow.getHandle(id);
  const order = (name: string) => handle.executeUpdate<string, [string]>(name, { args: ["recorded"] });
  await eventually(
    () => order("pause").catch(() => "not begun"),
    (answer) => answer.startsWith("will pause"),
  );
  await release();
  await eventually(
    () => db.query(`SELECT FROM ${table} WHERE paused_at IS NOT NULL`, []),
    ({ length }) => length === 1,
  );
  if (skips) await order("skipNextStep");
  await order("resume");
  await handle.result();
}

/**
 * Runs one workflow of each kind for real and stores their histories. Run it after a change that `patched` made
 * compatible: `RECORD_HISTORIES=1 npx vitest run test/workflows/replay.test.ts`. Old files stay: runs of their kind may
 * still be open somewhere.
 */
async function record(): Promise<void> {
  const system = await startSystem({ temporal: true, worker: true });
  try {
    await importTestCompanies(system.database.db);
    const { key } = await system.team();
    const { market } = await start(system, key, WIND_CRITERIA, { runReverseGeocoding: true });
    await ended(system, key, market.marketId);
    await publish(system, key, market.marketId, { runReverseGeocoding: true });
    await ended(system, key, market.marketId);
    const temporal = await connectTemporal(system);
    const { workflow } = temporal;
    await store(system.database.db, [
      {
        url: "https://paper.example.com/fire",
        title: "Fire at a foundry",
        publishedAt: new Date(Date.UTC(2026, 2, 4)),
      },
    ]);
    await workflow.execute("groupObservations", { taskQueue: TASK_QUEUE, workflowId: "group-observations" });
    await mkdir(HISTORIES, { recursive: true });
    const agentId = await createDossier(system, key, { agentType: "THEME", query: "wind turbines" });
    const dossier = `dossier-${await runDossier(system, key, agentId)}`;
    await eventually(
      () => system.database.db.prisma.dossierTask.count({ where: { status: "completed" } }),
      (completed) => completed === 1,
    );
    await workflow.getHandle(dossier).result();
    const { market: other, job } = await start(system, key, WIND_CRITERIA, { runReverseGeocoding: true });
    const paused = `discovery-${job.workflowId}`;
    await pauseAndResume(system, workflow, paused, "workflow_runs");
    await ended(system, key, other.marketId);
    await system.answer(key, AddMarketColumnDocument, {
      input: { marketId: market.marketId, question: "How many employees do they have?", kind: "NUMBER" },
    });
    await eventually(
      () => system.database.db.prisma.columnFill.count({ where: { status: "completed" } }),
      (completed) => completed === 1,
    );
    await workflow.getHandle("columns-1").result();
    const release = await holdTable(system.database.db, "companies", "ACCESS EXCLUSIVE");
    const pausedDossier = `dossier-${await runDossier(system, key, agentId)}`;
    await pauseAndResume(system, workflow, pausedDossier, "dossier_tasks", { release, skips: true });
    const { id: columnId } = await system.database.db.prisma.marketColumn.findFirstOrThrow();
    const releaseFill = await holdTable(system.database.db, "company_identifiers", "ACCESS EXCLUSIVE");
    await system.answer(key, RefillMarketColumnDocument, { columnId });
    await pauseAndResume(system, workflow, "columns-2", "column_fills", { release: releaseFill });
    const kinds = {
      discovery: "discovery-1",
      publish: "publish-2",
      "group-observations": "group-observations",
      "group-week": "group-week-2026-W10",
      dossier,
      "paused-discovery": paused,
      columns: "columns-1",
      "paused-dossier": pausedDossier,
      "paused-columns": "columns-2",
    };
    for (const [kind, id] of Object.entries(kinds)) {
      const history = await workflow.getHandle(id).fetchHistory();
      const decoded = await mapPayloads(JSON.parse(historyToJSON(history)), system.codec.decode);
      await writeFile(
        new URL(`${kind}-${new Date().toISOString().slice(0, 10)}.json`, HISTORIES),
        JSON.stringify(decoded, null, 2),
      );
    }
    await temporal.connection.close();
  } finally {
    await system.stop();
  }
}

beforeAll(async () => {
  if (process.env.RECORD_HISTORIES) await record();
  try {
    Runtime.install({ logger: quiet });
  } catch {
    // Recording has installed it.
  }
  ({ code } = await workflowBundle());
});

/** Histories are stored decoded, so that they can be read and need no key. */
const stored = async (file: string): Promise<unknown> => JSON.parse(await readFile(new URL(file, HISTORIES), "utf8"));

/**
 * Replays histories by one worker, because each evaluates the whole bundle anew.
 * @returns for each, by its name, the error that it ended with; undefined where it replayed
 */
async function replay(
  histories: Record<string, unknown>,
  bundle: string,
  codec?: PayloadCodec,
): Promise<Map<string, Error | undefined>> {
  const named = Object.entries(histories).map(([workflowId, history]) => ({ workflowId, history }));
  const results = Worker.runReplayHistories(
    { workflowBundle: { code: bundle }, ...(codec ? { dataConverter: { payloadCodecs: [codec] } } : {}) },
    named,
  );
  const ends = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of results) ends.set(workflowId, error);
  return ends;
}

/** What no codec gets to see: search attributes, and the marks that the SDK's core makes of `patched`. */
const NO_PAYLOADS = ["searchAttributes", "markerRecordedEventAttributes"];

/** A history with each payload passed through `change`. */
async function mapPayloads(node: unknown, change: PayloadCodec["encode"]): Promise<unknown> {
  if (Array.isArray(node)) return Promise.all(node.map((item) => mapPayloads(item, change)));
  if (typeof node !== "object" || node === null) return node;
  const { metadata, data } = node as { metadata?: Record<string, string>; data?: string };
  if (typeof metadata?.encoding === "string") {
    const bytes = Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, "base64")] as const);
    const [changed] = await change([
      { metadata: Object.fromEntries(bytes), ...(data === undefined ? {} : { data: Buffer.from(data, "base64") }) },
    ]);
    const text = Object.entries(changed?.metadata ?? {}).map(([name, value]) => [
      name,
      Buffer.from(value).toString("base64"),
    ]);
    return { metadata: Object.fromEntries(text), data: Buffer.from(changed?.data ?? []).toString("base64") };
  }
  const entries = Object.entries(node).map(async ([name, value]) => [
    name,
    NO_PAYLOADS.includes(name) ? value : await mapPayloads(value, change),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

describe("a stored history", async () => {
  const files = await readdir(HISTORIES);
  const histories = () => Promise.all(files.map(async (file) => [file, await stored(file)] as const));

  it("is there for every kind of workflow", () => {
    expect(files.some((file) => file.startsWith("discovery-"))).toBe(true);
    expect(files.some((file) => file.startsWith("publish-"))).toBe(true);
    expect(files.some((file) => file.startsWith("group-observations-"))).toBe(true);
    expect(files.some((file) => file.startsWith("group-week-"))).toBe(true);
    expect(files.some((file) => file.startsWith("dossier-"))).toBe(true);
    for (const kind of ["discovery", "dossier", "columns"])
      expect(files.some((file) => file.startsWith(`paused-${kind}-`))).toBe(true);
  });

  describe("on today's code", () => {
    let ends: Map<string, Error | undefined>;
    beforeAll(async () => {
      ends = await replay(Object.fromEntries(await histories()), code);
    });

    it.each(files)("is replayed: %s", (file) => {
      expect([ends.has(file), ends.get(file)]).toEqual([true, undefined]);
    });
  });

  describe("where payloads are encrypted", () => {
    let encrypted: Record<string, unknown>;
    let before: Map<string, Error | undefined>;
    let since: Map<string, Error | undefined>;
    beforeAll(async () => {
      const codec = createPayloadCodec(await createKeyRing([Buffer.alloc(32, 7)]));
      const plain = await histories();
      encrypted = Object.fromEntries(
        await Promise.all(
          plain.map(async ([file, history]) => [file, await mapPayloads(history, codec.encode)] as const),
        ),
      );
      before = await replay(Object.fromEntries(plain), code, codec);
      since = await replay(encrypted, code, codec);
    });

    it.each(files)("is replayed, whether it began before or since: %s", (file) => {
      expect(JSON.stringify(encrypted[file])).toContain(Buffer.from("binary/encrypted").toString("base64"));
      for (const ends of [before, since]) expect([ends.has(file), ends.get(file)]).toEqual([true, undefined]);
    });
  });

  it("shows a change of the order of steps", async () => {
    const changed = code.replaceAll("resolveIdentities", "resolveOtherwise");
    const file = files.find((name) => name.startsWith("discovery-")) ?? "";
    const ends = await replay({ [file]: await stored(file) }, changed);
    expect(ends.get(file)).toMatchObject({ name: "DeterminismViolationError" });
  });
});
