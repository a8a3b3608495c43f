import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Table from "cli-table3";
import { pino } from "pino";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { createTemporalClient, type TemporalClient } from "#workflows/client/client";
import { createPayloadCodec } from "#workflows/client/codec";
import { postgresMs, processorMs } from "../graph/processes.ts";
import { benchTeam, type OwnServers, postmasterOf, type Running, startRole, withOwnServers } from "../own-servers.ts";
import { median } from "../statistics.ts";

export interface StartsBenchOptions {
  /** Starts of each kind in each round. */
  starts: number;
  rounds: number;
  connections: number;
  /** The dist folder of another build. */
  other?: string;
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

/** An API with its database, and who asks it. */
interface Api {
  server: Running;
  postmaster: number;
  db: Database;
  key: string;
  teamId: number;
}

interface Bench {
  ours: Api;
  /** Another build, for comparison. */
  other: Api | undefined;
  temporal: TemporalClient;
}

const CONTESTANTS = ["ours", "other", "direct", "inserts"] as const;
type Contestant = (typeof CONTESTANTS)[number];
type Measures = Partial<Record<Contestant, Figures>>;
const NAMES: Record<Contestant, string> = {
  ours: "startDiscovery",
  other: "startDiscovery, other build",
  direct: "direct workflow start",
  inserts: "two committed inserts",
};

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

async function startByApi({ server, key, db }: Api, times: number, connections: number) {
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

async function startDirectly({ temporal, ours: { teamId } }: Bench, times: number, connections: number) {
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

async function insertTwice({ ours: { db, teamId } }: Bench, times: number, connections: number) {
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

const STARTERS = {
  ours: (bench: Bench, times: number, connections: number) => startByApi(bench.ours, times, connections),
  other: (bench: Bench, times: number, connections: number) =>
    startByApi(bench.other ?? bench.ours, times, connections),
  direct: startDirectly,
  inserts: insertTwice,
};

async function measure(bench: Bench, { starts, rounds }: StartsBenchOptions, connections: number): Promise<Measures> {
  const found: Record<Contestant, Figures[]> = { ours: [], other: [], direct: [], inserts: [] };
  const contestants = CONTESTANTS.filter((who) => who !== "other" || bench.other !== undefined);
  const pids = {
    ours: bench.ours.server.pid,
    other: bench.other?.server.pid ?? 0,
    direct: process.pid,
    inserts: process.pid,
  };
  // The round before the first one warms up.
  for (let round = 0; round <= rounds; round++)
    for (const who of contestants) {
      const pid = pids[who];
      const { postmaster } = (who === "other" ? bench.other : undefined) ?? bench.ours;
      const before = { server: processorMs(pid), postgres: postgresMs(postmaster) };
      const { took, totalMs, startedMs, after } = await STARTERS[who](bench, starts, connections);
      if (round === 0) continue;
      found[who].push({
        connections,
        startsPerSecond: (starts * 1_000) / startedMs,
        acknowledgedPerSecond: (starts * 1_000) / totalMs,
        p50Ms: median(took),
        startedAfterP50Ms: median(after),
        serverMs: (processorMs(pid) - before.server) / starts,
        postgresMs: (postgresMs(postmaster) - before.postgres) / starts,
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
  return Object.fromEntries(contestants.map((who) => [who, figures(who)]));
}

function print(measures: readonly Measures[], { starts, rounds }: StartsBenchOptions): void {
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
      if (of === undefined) continue;
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
      `${((ours?.startsPerSecond ?? 0) / (peer?.startsPerSecond ?? 0)).toFixed(2)} at ${ours?.connections} at once`,
  );
  process.stdout.write(
    `${table.toString()}\nOurs of the direct start: ${ratios.join(", ")}. Medians of ${rounds} rounds of ${starts} starts, in turns; ` +
      `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
  );
}

/** Starts a PostgreSQL for another build. Its runs have other numbers, because both use one Temporal. */
async function otherPostgres({ folder }: OwnServers) {
  const log = pino({ level: "silent" });
  const dataDir = join(folder, "other");
  const postgres = await startPostgres({ dataDir, durable: true, log });
  await migrate(postgres.url, log);
  const db = openDatabase(postgres.url, { maxConnections: 1 });
  await db.query("SELECT setval(pg_get_serial_sequence('workflow_runs', 'id'), 500000000)", []);
  await db.close();
  return { ...postgres, postmaster: postmasterOf(dataDir) };
}

/** Starts an API on a database, with a team and a key. */
async function contestant(
  servers: OwnServers,
  { databaseUrl, postmaster }: Pick<OwnServers, "databaseUrl" | "postmaster">,
  dist?: string,
) {
  const db = openDatabase(databaseUrl, { maxConnections: 10 });
  const team = await benchTeam(db);
  const { environment, folder } = servers;
  const data = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, dist === undefined ? "api" : "other-api") };
  const server = await startRole("api", { ...environment, ...data }, dist);
  return {
    db,
    server,
    postmaster,
    ...team,
    async close() {
      await server.stop();
      await db.close();
    },
  };
}

/**
 * Measures starts of discoveries against the same workflows started directly, and against two committed inserts. No
 * worker runs.
 */
export const benchStarts = (options: StartsBenchOptions): Promise<void> =>
  withOwnServers(async (servers) => {
    const { config, temporalAddress } = servers;
    const codec = createPayloadCodec(await openKeyRing(config.encryption));
    const log = pino({ level: "silent" });
    const temporal = createTemporalClient({ address: temporalAddress }, config.temporal.namespace, codec, log);
    const ours = await contestant(servers, servers);
    const postgres = options.other === undefined ? undefined : await otherPostgres(servers);
    const other =
      postgres === undefined
        ? undefined
        : await contestant(
            servers,
            { databaseUrl: postgres.url, postmaster: postgres.postmaster },
            resolve(options.other ?? ""),
          );
    try {
      const bench: Bench = { ours, other, temporal };
      const measures: Measures[] = [];
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
              measures: measures.map(({ ours: mine, direct: peer, inserts: limit, other: before }) => ({
                name: `starts, ${mine?.connections} at once`,
                ours: mine,
                peer,
                limit,
                ...(before === undefined ? {} : { other: before }),
                ratioToPeer: (mine?.startsPerSecond ?? 0) / (peer?.startsPerSecond ?? 0),
                ratioToLimit: (mine?.startsPerSecond ?? 0) / (limit?.startsPerSecond ?? 0),
              })),
            },
            null,
            2,
          )}\n`,
        );
    } finally {
      await Promise.all([ours.close(), other?.close(), temporal.close()]);
      await postgres?.stop();
    }
  });
