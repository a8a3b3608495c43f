import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Table from "cli-table3";
import { pino } from "pino";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { createTemporalClient, type TemporalClient } from "#workflows/client/client";
import { createPayloadCodec } from "#workflows/client/codec";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { postgresMs, processorMs, type Server, startServer } from "../graph/processes.ts";

export interface StartsBenchOptions {
  /** Starts of each kind in each round. */
  starts: number;
  rounds: number;
  connections: number;
  /** Where the figures are written as JSON. */
  json?: string;
}

/** Starts at a time, and what each took. */
interface Figures {
  connections: number;
  /** Started workflows a second, from the first request to the last start. */
  startsPerSecond: number;
  /** Answered requests a second. */
  acknowledgedPerSecond: number;
  /** From the request to its answer. */
  p50Ms: number;
  /** From the answer to the time that the run was noted as taken by Temporal; 0 where the answer says so itself. */
  startedAfterP50Ms: number;
  /** Processor time of the server and of PostgreSQL for one start. */
  serverMs: number;
  postgresMs: number;
}

interface Bench {
  server: Server;
  postmaster: number;
  temporal: TemporalClient;
  db: Database;
  key: string;
  teamId: number;
}

const CONTESTANTS = ["ours", "direct", "inserts"] as const;
type Contestant = (typeof CONTESTANTS)[number];
const NAMES: Record<Contestant, string> = {
  ours: "startDiscovery",
  direct: "direct workflow start",
  inserts: "two committed inserts",
};

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const progress = (line: string) => process.stderr.write(`${line}\n`);

const BODY = JSON.stringify({
  query:
    "mutation ($input: StartDiscoveryInput!) { startDiscovery(input: $input) { market { marketId } job { jobId } } }",
  variables: {
    input: {
      searchCriteria: {
        userPrompt: "Manufacturers of rotor blades in Germany and Austria, not wind farm operators",
        marketName: "Rotor blades",
        marketType: "product",
        marketRole: "manufacturer",
        keywords: { features: ["rotor blades"], irrelevant: ["wind farm operators"] },
        locations: [{ country: "DE" }, { country: "AT" }],
        count: 25,
      },
    },
  },
});

/** Runs a task so often, `connections` at a time. @returns the milliseconds of each, and of all together */
async function inTurns(times: number, connections: number, task: () => Promise<void>) {
  const took: number[] = [];
  let left = times;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const at = performance.now();
        await task();
        took.push(performance.now() - at);
      }
    }),
  );
  return { took, totalMs: performance.now() - began };
}

interface Acknowledged {
  marketId: number;
  at: number;
}

async function startOurs({ server, key, db }: Bench, times: number, connections: number) {
  const acknowledged: Acknowledged[] = [];
  const began = performance.now();
  const { took, totalMs } = await inTurns(times, connections, async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "x-api-key": key },
      body: BODY,
    });
    const { data, errors } = (await response.json()) as {
      data?: { startDiscovery: { market: { marketId: number } } } | null;
      errors?: object;
    };
    if (data == null || errors !== undefined) throw new Error(`a start failed: ${JSON.stringify(errors)}`);
    acknowledged.push({ marketId: data.startDiscovery.market.marketId, at: Date.now() });
  });
  for (;;) {
    const [row] = await db.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM workflow_runs WHERE dispatched_at IS NULL AND status = 'queued'",
    );
    if (row?.waiting === 0) break;
    await sleep(10);
  }
  const startedMs = performance.now() - began;
  const rows = await db.query<{ marketId: number; at: number }>(
    `SELECT market_id AS "marketId", extract(epoch FROM dispatched_at)::float8 * 1000 AS at FROM workflow_runs WHERE market_id = ANY($1)`,
    [acknowledged.map(({ marketId }) => marketId)],
  );
  const started = new Map(rows.map(({ marketId, at }) => [marketId, at]));
  return {
    took,
    totalMs,
    startedMs,
    after: acknowledged.map(({ marketId, at }) => Math.max(0, (started.get(marketId) ?? 0) - at)),
  };
}

/** Ids of workflows that no run of the database has. */
let direct = 1_000_000_000;

async function startDirectly({ temporal, teamId }: Bench, times: number, connections: number) {
  const { took, totalMs } = await inTurns(times, connections, () => {
    const workflowId = ++direct;
    return temporal.markets.start({
      workflowId,
      kind: "discovery",
      marketId: workflowId,
      marketName: "Rotor blades",
      teamId,
      teamName: "Bench",
      userPrompt: "Manufacturers of rotor blades in Germany and Austria, not wind farm operators",
      jobs: [{ jobId: workflowId, name: "first_pass" }],
    });
  });
  return { took, totalMs, startedMs: totalMs, after: [0] };
}

async function insertTwice({ db, teamId }: Bench, times: number, connections: number) {
  const { took, totalMs } = await inTurns(times, connections, async () => {
    const client = await db.pool.connect();
    try {
      await client.query("BEGIN");
      const { rows } = await client.query<{ id: number }>({
        name: "bench_market",
        text: "INSERT INTO markets (team_id, name, status) VALUES ($1, 'Rotor blades', 'discovering') RETURNING id",
        values: [teamId],
      });
      await client.query({
        name: "bench_run",
        text: "INSERT INTO workflow_runs (market_id, kind, status) VALUES ($1, 'discovery', 'completed')",
        values: [rows[0]?.id],
      });
      await client.query("COMMIT");
    } finally {
      client.release();
    }
  });
  return { took, totalMs, startedMs: totalMs, after: [0] };
}

const STARTERS = { ours: startOurs, direct: startDirectly, inserts: insertTwice };

async function measure(bench: Bench, { starts, rounds }: StartsBenchOptions, connections: number) {
  const found: Record<Contestant, Figures[]> = { ours: [], direct: [], inserts: [] };
  // The round before the first one warms up.
  for (let round = 0; round <= rounds; round++)
    for (const who of CONTESTANTS) {
      const pid = who === "ours" ? bench.server.pid : process.pid;
      const before = { server: processorMs(pid), postgres: postgresMs(bench.postmaster) };
      const { took, totalMs, startedMs, after } = await STARTERS[who](bench, starts, connections);
      if (round === 0) continue;
      found[who].push({
        connections,
        startsPerSecond: (starts * 1_000) / startedMs,
        acknowledgedPerSecond: (starts * 1_000) / totalMs,
        p50Ms: median(took),
        startedAfterP50Ms: median(after),
        serverMs: (processorMs(pid) - before.server) / starts,
        postgresMs: (postgresMs(bench.postmaster) - before.postgres) / starts,
      });
    }
  const figures = (who: Contestant): Figures => {
    const of = (field: keyof Figures) => median(found[who].map((one) => one[field]));
    return {
      connections,
      startsPerSecond: of("startsPerSecond"),
      acknowledgedPerSecond: of("acknowledgedPerSecond"),
      p50Ms: of("p50Ms"),
      startedAfterP50Ms: of("startedAfterP50Ms"),
      serverMs: of("serverMs"),
      postgresMs: of("postgresMs"),
    };
  };
  return { ours: figures("ours"), direct: figures("direct"), inserts: figures("inserts") };
}

function print(measures: readonly Record<Contestant, Figures>[], { starts, rounds }: StartsBenchOptions): void {
  const table = new Table({
    head: [
      "At once",
      "What",
      "started/s",
      "acknowledged/s",
      "p50 ms",
      "started after ms",
      "server ms",
      "PostgreSQL ms",
    ],
    colAligns: ["right", "left", "right", "right", "right", "right", "right", "right"],
    style: { head: [], border: [] },
  });
  for (const one of measures)
    for (const who of CONTESTANTS) {
      const of = one[who];
      table.push([
        of.connections,
        NAMES[who],
        of.startsPerSecond.toFixed(0),
        of.acknowledgedPerSecond.toFixed(0),
        of.p50Ms.toFixed(1),
        of.startedAfterP50Ms.toFixed(1),
        of.serverMs.toFixed(2),
        of.postgresMs.toFixed(2),
      ]);
    }
  const ratios = measures.map(
    ({ ours, direct: peer }) =>
      `${(ours.startsPerSecond / peer.startsPerSecond).toFixed(2)} at ${ours.connections} at once`,
  );
  process.stdout.write(
    `${table.toString()}\nOurs of the direct start: ${ratios.join(", ")}. Medians of ${rounds} rounds of ${starts} starts, in turns; ` +
      `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
  );
}

/** Measures starts of discoveries against the same workflows started directly, and against two committed inserts. No worker runs. */
export async function benchStarts(options: StartsBenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const dataDir = join(folder, "data");
  const encryptionKey = Buffer.alloc(32, 1).toString("base64");
  const environment = {
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: encryptionKey,
    TEMPORAL_PORT: "17733",
    TEMPORAL_UI_PORT: "17734",
    RATE_LIMIT_PER_MINUTE: "0",
    MAX_EVENT_LOOP_DELAY_MS: "0",
    LOG_LEVEL: "error",
    DRAIN_SECONDS: "0",
    ...(process.env.TEMPORAL_CLI === undefined ? {} : { TEMPORAL_CLI: process.env.TEMPORAL_CLI }),
  };
  const config = readConfig(environment);
  const postgres = await startPostgres({ dataDir, durable: true, log });
  const db = openDatabase(postgres.url, { maxConnections: 10 });
  const closers: (() => Promise<unknown>)[] = [];
  try {
    await migrate(postgres.url, log);
    const running = await ensureTemporal({
      config: config.temporal,
      dataDir,
      searchAttributes: Object.values(SEARCH_ATTRIBUTES),
      log,
      onStep: () => {},
    });
    closers.push(() => running.stop());
    const codec = createPayloadCodec(await openKeyRing(config.encryption));
    const temporal = createTemporalClient({ address: running.address }, config.temporal.namespace, codec, log);
    closers.unshift(() => temporal.close());
    const { id: teamId } = await db.prisma.team.create({
      data: { name: "Bench", domain: "bench.example", monthlyQuota: null },
    });
    const { key } = await issueKey(db.prisma, { teamId, scopes: SCOPES, subscriptions: [], environment: "test" });
    const server = await startServer("this product", [join(projectRoot(), "dist/src/main.js"), "api"], {
      ...environment,
      DATABASE_URL: postgres.url,
      TEMPORAL_ADDRESS: running.address,
      DATA_DIR: join(folder, "api"),
    });
    closers.unshift(() => server.stop());
    const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    const bench: Bench = { server, postmaster, temporal, db, key, teamId };
    const measures = [];
    for (const connections of [1, options.connections]) {
      measures.push(await measure(bench, options, connections));
      progress(`${connections} at once: measured`);
    }
    print(measures, options);
    if (options.json !== undefined)
      await writeFile(
        options.json,
        `${JSON.stringify(
          {
            measures: measures.map((one) => ({
              name: `starts, ${one.ours.connections} at once`,
              ours: one.ours,
              peer: one.direct,
              limit: one.inserts,
              ratioToPeer: one.ours.startsPerSecond / one.direct.startsPerSecond,
              ratioToLimit: one.ours.startsPerSecond / one.inserts.startsPerSecond,
            })),
          },
          null,
          2,
        )}\n`,
      );
  } finally {
    for (const close of closers) await close();
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
