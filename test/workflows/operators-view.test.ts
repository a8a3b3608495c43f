import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCodecServer } from "#cli/codec-server";
import { importTestCompanies } from "../support/companies.ts";
import { ended, publish, start, WIND_CRITERIA } from "../support/discovery.ts";
import { freePort } from "../support/ports.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let key: string;
let metricsOf: { api: string; worker: string };

beforeAll(async () => {
  const [api, worker] = [await freePort(), await freePort()];
  metricsOf = { api: `http://127.0.0.1:${api}/metrics`, worker: `http://127.0.0.1:${worker}/metrics` };
  const environment = { METRICS_PORT: String(api), WORKER_METRICS_PORT: String(worker) };
  system = await startSystem({ temporal: true, worker: true, environment });
  await importTestCompanies(system.database.db);
  ({ key } = await system.team());
});
afterAll(() => system.stop());

describe("the operator's view in Temporal", () => {
  it("finds a workflow by market, team and kind, and reads what it does and for whom", async () => {
    const { teamId, key: ownKey } = await system.team({ name: "Operator's friend" });
    const { market, job } = await start(system, ownKey);
    await ended(system, ownKey, market.marketId);
    const connection = await Connection.connect({ address: `127.0.0.1:${system.config.temporal.port}` });
    try {
      const client = new Client({ connection, namespace: system.config.temporal.namespace });
      const found: string[] = [];
      const query = `MarketId = ${market.marketId} AND TeamId = ${teamId} AND WorkflowKind = "discovery"`;
      for (let i = 0; i < 50 && found.length === 0; i++) {
        for await (const { workflowId } of client.workflow.list({ query })) found.push(workflowId);
        if (found.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(found).toEqual([`discovery-${job.workflowId}`]);
      const handle = client.workflow.getHandle(`discovery-${job.workflowId}`);
      const description = await handle.describe();
      expect(await description.staticSummary()).toContain("Discover: Wind turbine components");
      expect(await description.staticDetails()).toContain("Operator's friend");
      // The job is over in the database a moment before the workflow ends.
      await eventually(
        () => handle.describe(),
        ({ status }) => status.name === "COMPLETED",
        30_000,
      );
      const history = await handle.fetchHistory();
      const names = history.events?.flatMap(
        (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
      );
      expect(names).toEqual(
        expect.arrayContaining([
          "planDiscovery",
          "generateCandidates",
          "resolveIdentities",
          "judgeCandidates",
          "storeMarket",
        ]),
      );
      expect(description.memo).toMatchObject({ market: "Wind turbine components", jobIds: String(job.jobId) });
      const metadata = await handle.query<{ currentDetails: string }, []>("__temporal_workflow_metadata");
      expect(metadata.currentDetails).toMatch(
        /^\*\*Wind turbine components\*\* for Operator's friend[\s\S]*Completed$/,
      );

      const handedOver = (history.events ?? []).flatMap((event) => [
        ...(event.workflowExecutionStartedEventAttributes?.input?.payloads ?? []),
        ...(event.activityTaskScheduledEventAttributes?.input?.payloads ?? []),
        ...(event.activityTaskCompletedEventAttributes?.result?.payloads ?? []),
        ...(event.workflowExecutionCompletedEventAttributes?.result?.payloads ?? []),
      ]);
      expect(handedOver.length).toBeGreaterThan(15);
      const encodingOf = ({ metadata: facts }: (typeof handedOver)[number]) => String(facts?.encoding);
      expect(new Set(handedOver.filter(({ data }) => data?.length).map(encodingOf))).toEqual(
        new Set(["binary/encrypted"]),
      );
      const [input] = await system.codec.decode(handedOver.slice(0, 1));
      const asked = { marketId: market.marketId, userPrompt: WIND_CRITERIA.userPrompt };
      expect(JSON.parse(Buffer.from(input?.data ?? []).toString())).toMatchObject(asked);

      const codec = await startCodecServer(system.codec, { port: 0, uiOrigin: "http://ui.example.com" });
      try {
        const run = promisify(execFile);
        const show = (...args: string[]) =>
          run(system.config.temporal.cli ?? "temporal", [
            ...["workflow", "show", "-w", handle.workflowId],
            ...[
              "--address",
              `127.0.0.1:${system.config.temporal.port}`,
              "--namespace",
              system.config.temporal.namespace,
            ],
            ...args,
          ]);
        const result = '"outcome":"completed"';
        expect((await show()).stdout).not.toContain(result);
        expect((await show("--codec-endpoint", codec.endpoint)).stdout).toContain(result);
        const decode = (path: string, method = "POST") =>
          fetch(`${new URL(codec.endpoint).origin}${path}`, { method, ...(method === "POST" ? { body: "{}" } : {}) });
        expect((await decode("/decode")).status).toBe(404);
        const preflight = await decode("/decode", "OPTIONS");
        expect(preflight.headers.get("access-control-allow-origin")).toBe("http://ui.example.com");
        expect((await decode(`${new URL(codec.endpoint).pathname}/decode`)).status).toBe(400);
      } finally {
        await codec.stop();
      }
    } finally {
      await connection.close();
    }
  });

  it("has nothing of what was asked in it, and neither has its database", async () => {
    // Of the server that all tests share.
    const folder = join(process.env.TEST_SCRATCH ?? "", "temporal");
    const files = (await readdir(folder)).filter((name) => name.startsWith("temporal.db"));
    const stored = Buffer.concat(await Promise.all(files.map((name) => readFile(join(folder, name)))));
    expect(stored.includes("Wind turbine components")).toBe(true);
    expect(stored.includes("Manufacturers of rotor blades")).toBe(false);
    expect(stored.includes("userPrompt")).toBe(false);
  });
});

describe("the metrics", () => {
  /** The value of a series as it was told last. */
  const valueIn = (text: string, series: string): number => {
    const line = text.split("\n").find((told) => told.startsWith(`${series} `));
    if (line === undefined) throw new Error(`no ${series} in ${text}`);
    return Number(line.slice(series.length + 1));
  };
  const read = async (url: string) => (await fetch(url)).text();
  const requests = 'market_intelligence_http_request_duration_seconds_count{operation="v2 ';

  it("count requests by operation and status", async () => {
    expect((await system.rest(key, "GET", "/v2/events-monitor/events")).status).toBe(403);
    expect((await system.rest(undefined, "GET", "/v2/events-monitor/events")).status).toBe(401);
    await system.graph(key, "{ market(marketId: 1) { name } }");
    const told = await read(metricsOf.api);
    expect(valueIn(told, `${requests}listEvents",status="403"}`)).toBe(1);
    expect(valueIn(told, `${requests}listEvents",status="401"}`)).toBe(1);
    expect(told).toMatch(/operation="graphql query market",status="200"/);
    expect(told).toMatch(/nodejs_eventloop_lag_p99_seconds /);
  });

  it("show an open run until it has ended, its activities, and what the index lacks", async () => {
    const { market } = await start(system, key);
    expect(await read(metricsOf.api)).toMatch(
      /market_intelligence_runs\{kind="discovery",state="(queued|running)"\} 1/,
    );
    expect(await read(metricsOf.api)).toMatch(/market_intelligence_open_jobs\{phase="\w+"\} 1/);
    await ended(system, key, market.marketId);
    expect(await read(metricsOf.worker)).toMatch(
      /activity_duration_seconds_count\{activity="\w+",outcome="completed"\} [1-9]/,
    );
    const told = await read(metricsOf.api);
    expect(told).toContain("# TYPE market_intelligence_runs gauge");
    expect(told).not.toContain('market_intelligence_runs{kind="discovery"');
    expect(told).not.toContain("market_intelligence_open_jobs{");
    expect(valueIn(await read(metricsOf.worker), "market_intelligence_directory_index_versions_behind")).toBe(0);
  });

  it("count the runs and the pipeline jobs that have ended, by outcome, from the first one on", async () => {
    const runs = (kind: string, outcome: string) =>
      `market_intelligence_ended_runs_total{kind="${kind}",outcome="${outcome}"}`;
    const jobs = (outcome: string) =>
      `market_intelligence_ended_pipeline_jobs_total{flag="runReverseGeocoding",outcome="${outcome}"}`;
    const { market } = await start(system, key);
    await ended(system, key, market.marketId);
    const before = await read(metricsOf.api);
    expect(before).toContain("# TYPE market_intelligence_ended_runs_total counter");
    // What has never happened is told too: an increase from nothing to one would not be seen.
    for (const outcome of ["completed", "failed", "cancelled"])
      for (const kind of ["dossier", "columns"]) expect(valueIn(before, runs(kind, outcome))).toBe(0);

    await publish(system, key, market.marketId, { runReverseGeocoding: true });
    await ended(system, key, market.marketId);
    const after = await read(metricsOf.api);
    expect(valueIn(after, runs("publish", "completed"))).toBe(valueIn(before, runs("publish", "completed")) + 1);
    expect(valueIn(after, jobs("completed"))).toBe(valueIn(before, jobs("completed")) + 1);
    expect(valueIn(after, jobs("failed"))).toBe(0);
    // All that this file has run, of which no process had to take note.
    const [stored] = await system.database.db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM workflow_runs WHERE kind = 'discovery' AND status = 'completed'",
    );
    expect(valueIn(after, runs("discovery", "completed"))).toBe(stored?.count);
  });

  it("count the teams whose quota of the month is used", async () => {
    const series = "market_intelligence_teams_without_quota";
    expect(valueIn(await read(metricsOf.api), series)).toBe(0);
    const { key: last } = await system.team({ monthlyQuota: 1 });
    const { market } = await start(system, last);
    expect(valueIn(await read(metricsOf.api), series)).toBe(1);
    await ended(system, last, market.marketId);
  });

  it("tell no key, no id and no text, answer no other path, and not at the port of the API", async () => {
    const told = (await read(metricsOf.api)) + (await read(metricsOf.worker));
    expect(told).not.toContain(key);
    expect(told).not.toContain(WIND_CRITERIA.userPrompt);
    expect(told).not.toMatch(/(team|market|company)_?[iI]d/);
    expect((await fetch(new URL("/v2/events", metricsOf.api))).status).toBe(404);
    expect((await fetch(new URL("/metrics", system.url))).status).toBe(404);
  });

  it("are those that the alerts, the dashboard and the documentation name", async () => {
    const told = (await read(metricsOf.api)) + (await read(metricsOf.worker));
    const docs = join(import.meta.dirname, "../../docs");
    const texts = ["monitoring.md", "monitoring/alerts.yml", "monitoring/dashboard.json"].map((name) =>
      readFile(join(docs, name), "utf8"),
    );
    const [page = "", ...used] = await Promise.all(texts);
    const kinds = new Set([...told.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const named = new Set(
      used
        .join()
        .match(/\b(market_intelligence|nodejs|process)_\w+/g)
        ?.map((name) => name.replace(/_(bucket|count|sum)$/, "")),
    );
    expect(named.size).toBeGreaterThan(8);
    for (const name of named) expect(kinds).toContain(name);
    for (const name of kinds)
      if (name?.startsWith("market_intelligence_")) expect(page).toContain(`\`${name.slice(20)}\``);
    const targets = new Set(used.join().match(/(?<=\bjob=")[\w-]+/g));
    expect([...targets]).toEqual(["market-api", "market-worker"]);
    for (const target of targets) expect(page).toContain(`job_name: ${target}\n`);
  });
});
