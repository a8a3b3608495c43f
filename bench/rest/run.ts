import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Table from "cli-table3";
import { pino } from "pino";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { projectRoot } from "#foundation/config/project-root";
import { openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { load, postgresMs, processorMs, type Server, startServer } from "../graph/processes.ts";
import { seed } from "../graph/seed.ts";
import { median } from "../statistics.ts";
import { listsOf, type RestList, type Sent } from "./lists.ts";

export interface RestBenchOptions {
  /** File of companies. */
  from: string;
  markets: number;
  news: number;
  events: number;
  rounds: number;
  /** Of each way in each round. */
  seconds: number;
  connections: number;
  /** Where the figures are written as JSON. */
  json?: string;
}

const WAYS = ["rest", "graphql"] as const;
type Way = (typeof WAYS)[number];
const NAMES: Record<Way, string> = { rest: "/v2", graphql: "/graphql" };

/** What one way took for one request, medians of the rounds. */
interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  apiMs: number;
  postgresMs: number;
}

interface Measure {
  name: string;
  ours: Figures;
  peer: Figures;
  /** Of requests a second. */
  ratioToPeer: number;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);

async function answerTo({ url }: Server, key: string, { method, path, body }: Sent): Promise<unknown> {
  const headers = { "x-api-key": key, "content-type": "application/json", connection: "close" };
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** @throws Error where both ways do not answer with the same records, or with none */
async function assertSameRecords(server: Server, key: string, list: RestList): Promise<void> {
  const ofRest = list.recordsOfRest(await answerTo(server, key, list.rest));
  const { data } = (await answerTo(server, key, list.graphql)) as { data: unknown };
  const ofGraphql = list.recordsOfGraphql(data);
  if (ofRest.length === 0 || !isDeepStrictEqual(ofRest, ofGraphql))
    throw new Error(`${list.name}: /v2 has ${JSON.stringify(ofRest)}, /graphql has ${JSON.stringify(ofGraphql)}`);
}

interface Bench {
  server: Server;
  postmaster: number;
  key: string;
  options: RestBenchOptions;
}

/** Measures one list, asked of several markets, in both ways. */
async function measure({ server, postmaster, key, options }: Bench, lists: readonly RestList[]): Promise<Measure> {
  for (const list of lists) await assertSameRecords(server, key, list);
  const rounds: Record<Way, Figures[]> = { rest: [], graphql: [] };
  const script = join(projectRoot(), "bench/peers/load.mjs");
  // The round before the first one warms up.
  for (let round = 0; round <= options.rounds; round++)
    for (const way of WAYS) {
      const before = { api: processorMs(server.pid), postgres: postgresMs(postmaster) };
      const { requests, seconds, p50, p99, failed } = await load(script, {
        url: server.url,
        key,
        requests: lists.map((list) => list[way]),
        seconds: options.seconds,
        connections: options.connections,
      });
      if (failed > 0) throw new Error(`${failed} requests to ${NAMES[way]} failed`);
      if (round === 0) continue;
      rounds[way].push({
        requestsPerSecond: requests / seconds,
        p50Ms: p50,
        p99Ms: p99,
        apiMs: (processorMs(server.pid) - before.api) / requests,
        postgresMs: (postgresMs(postmaster) - before.postgres) / requests,
      });
    }
  const figures = (way: Way): Figures => {
    const of = (field: keyof Figures) => median(rounds[way].map((round) => round[field]));
    return {
      requestsPerSecond: of("requestsPerSecond"),
      p50Ms: of("p50Ms"),
      p99Ms: of("p99Ms"),
      apiMs: of("apiMs"),
      postgresMs: of("postgresMs"),
    };
  };
  const [ours, peer] = [figures("rest"), figures("graphql")];
  return { name: lists[0]?.name ?? "", ours, peer, ratioToPeer: ours.requestsPerSecond / peer.requestsPerSecond };
}

function report(measures: readonly Measure[], { connections, rounds, seconds }: RestBenchOptions): void {
  const table = new Table({
    head: ["List", "Way", "requests/s", "p50 ms", "p99 ms", "API ms", "PostgreSQL ms", "/v2 to /graphql"],
    colAligns: ["left", "left", "right", "right", "right", "right", "right", "right"],
    style: { head: [], border: [] },
  });
  for (const { name, ours, peer, ratioToPeer } of measures)
    for (const [way, found] of [
      ["rest", ours],
      ["graphql", peer],
    ] as const)
      table.push([
        name,
        NAMES[way],
        found.requestsPerSecond.toFixed(0),
        found.p50Ms.toFixed(0),
        found.p99Ms.toFixed(0),
        found.apiMs.toFixed(2),
        found.postgresMs.toFixed(2),
        way === "rest" ? ratioToPeer.toFixed(2) : "",
      ]);
  process.stdout.write(
    `${table.toString()}\nProcessor milliseconds a request; medians of ${rounds} rounds of ${seconds} s, in turns, ${connections} connections; ` +
      `load ${loadavg()[0]?.toFixed(1)}; ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
  );
}

/** Measures lists of `/v2` against the queries of `/graphql` for the same records, in one API. */
export async function benchRest(options: RestBenchOptions): Promise<void> {
  if (!existsSync(join(projectRoot(), "bench/peers/node_modules")))
    throw new Error("what sends the requests is not installed: npm ci --prefix bench/peers");
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const dataDir = join(folder, "data");
  const postgres = await startPostgres({ dataDir, durable: true, log });
  const db = openDatabase(postgres.url, { maxConnections: 2 });
  let server: Server | undefined;
  try {
    await migrate(postgres.url, log);
    const { id: teamId } = await db.prisma.team.create({ data: { name: "Bench", domain: "bench.example" } });
    const { key } = await issueKey(db.prisma, {
      teamId,
      scopes: SCOPES,
      subscriptions: ["events-monitor"],
      environment: "test",
    });
    const { markets: count, news, events } = options;
    const markets = await seed(db, teamId, options.from, { markets: count, companiesPerMarket: 60, news, events });
    const first = await db.query<{ marketId: number; domain: string }>(
      `SELECT mc.market_id AS "marketId", c.domain FROM market_companies mc JOIN companies c ON c.id = mc.company_id
       WHERE mc.rank = 1 AND mc.market_id = ANY($1)`,
      [markets],
    );
    progress("seeded");
    server = await startServer(
      "this product",
      ["--max-semi-space-size=16", join(projectRoot(), "dist/src/main.js"), "api"],
      {
        DATABASE_URL: postgres.url,
        NODE_ENV: "production",
        DATA_DIR: join(folder, "api"),
        // Nothing is started here, so nobody has to listen.
        TEMPORAL_ADDRESS: "127.0.0.1:9",
        RATE_LIMIT_PER_MINUTE: "0",
        MAX_EVENT_LOOP_DELAY_MS: "0",
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
        LOG_LEVEL: "error",
        DRAIN_SECONDS: "0",
      },
    );
    const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    const bench: Bench = { server, postmaster, key, options };
    const ofMarkets = first.map(({ marketId, domain }) => listsOf(marketId, domain));
    const measures: Measure[] = [];
    for (let i = 0; i < (ofMarkets[0]?.length ?? 0); i++) {
      const measured = await measure(
        bench,
        ofMarkets.flatMap((lists) => lists[i] ?? []),
      );
      measures.push(measured);
      progress(`${measured.name}: measured`);
    }
    report(measures, options);
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ measures }, null, 2)}\n`);
  } finally {
    await server?.stop();
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
