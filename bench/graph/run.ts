import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import Table from "cli-table3";
import { pino } from "pino";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { projectRoot } from "#foundation/config/project-root";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { median } from "../statistics.ts";
import { load, postgresMs, processorMs, residentMb, type Server, startServer } from "./processes.ts";
import { type BenchQuery, normalised, QUERIES } from "./queries.ts";
import { seed } from "./seed.ts";

export interface GraphBenchOptions {
  /** File of companies. */
  from: string;
  markets: number;
  news: number;
  events: number;
  rounds: number;
  /** Of each server in each round. */
  seconds: number;
  connections: number;
  /** Where the figures are written as JSON. */
  json?: string;
}

/** What the scripts of package.json start Node with. */
const AS_STARTED = ["--max-semi-space-size=16"];

type Contestant = "ours" | "peer" | "mercurius" | "limit";

/** What one server took for one request, medians of the rounds. */
interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  apiMs: number;
  postgresMs: number;
  /** Memory of the server after the round. */
  residentMb: number;
}

interface Measure {
  name: string;
  ours: Figures;
  /** PostGraphile. */
  peer: Figures;
  mercurius: Figures;
  limit: Figures;
  /** Of requests a second. */
  ratioToPeer: number;
  ratioToMercurius: number;
  ratioToLimit: number;
  /** Of ours, for one request. */
  statements: number;
}

interface Bench {
  servers: Record<Contestant, Server>;
  postmaster: number;
  db: Database;
  key: string;
  markets: number[];
  /** The row before the deep page of the events monitor, as a cursor of ours and by its sort keys. */
  deep: { after: string; updated: string; row: number };
  options: GraphBenchOptions;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);
const CONTESTANTS: readonly Contestant[] = ["ours", "peer", "mercurius", "limit"];

function variablesOf({ operationName, page }: BenchQuery, who: Contestant, id: number, { deep }: Pick<Bench, "deep">) {
  if (operationName === "typename") return undefined;
  if (page === undefined) return { id };
  const { after, ...keys } = deep;
  if (who === "ours") return { after: page === "deep" ? after : null };
  return page === "deep" ? keys : { updated: null, row: null };
}

const bodyOf = (query: BenchQuery, who: Contestant, id: number, bench: Pick<Bench, "deep">) =>
  JSON.stringify({
    query: { ours: query.ours, limit: query.ours, peer: query.postgraphile, mercurius: query.mercurius ?? query.ours }[
      who
    ],
    operationName: query.operationName,
    variables: variablesOf(query, who, id, bench),
  });

/** So many pages of five come before the deep one; fewer where there are fewer events. */
const PAGES = 10_000;

/** Where the deep page begins: page 10,000 is found by its offset once. */
async function findDeep(ours: Server, key: string): Promise<Bench["deep"]> {
  const asked = async <Events>(selected: string) => {
    const { data } = JSON.parse(await ask(ours, key, JSON.stringify({ query: `{ ${selected} }` })));
    return (data as { events: Events }).events;
  };
  const { totalCount } = await asked<{ totalCount: number }>("events { totalCount }");
  const offset = 5 * (Math.min(PAGES, Math.floor(totalCount / 5)) - 1);
  const { pageInfo, edges } = await asked<{
    pageInfo: { endCursor: string };
    edges: { node: { eventId: number; lastUpdated: string } }[];
  }>(`events(first: 5, offset: ${offset}) { pageInfo { endCursor } edges { node { eventId lastUpdated } } }`);
  const last = edges.at(-1)?.node;
  if (last === undefined) throw new Error("there are no events");
  return { after: pageInfo.endCursor, updated: last.lastUpdated, row: last.eventId };
}

async function ask({ url }: Server, key: string, body: string): Promise<string> {
  // Between two questions a server may close what it keeps alive.
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "x-api-key": key,
    connection: "close",
  };
  const response = await fetch(`${url}/graphql`, { method: "POST", headers, body });
  return response.text();
}

/** @throws Error where a server answers otherwise than ours, for any of the markets */
async function assertSameAnswers(bench: Bench, query: BenchQuery): Promise<void> {
  const { servers, key, markets } = bench;
  for (const id of markets) {
    const [ours, ...others] = await Promise.all(
      CONTESTANTS.map(async (who) =>
        normalised(JSON.parse(await ask(servers[who], key, bodyOf(query, who, id, bench)))),
      ),
    );
    others.forEach((answer, i) => {
      if (!isDeepStrictEqual(answer, ours))
        throw new Error(
          `${CONTESTANTS[i + 1]} answers otherwise: ${JSON.stringify(answer)}\nours: ${JSON.stringify(ours)}`,
        );
    });
  }
}

/** Statements of ours for one request: each is a transaction by itself, and PostgreSQL counts those. */
async function countStatements(bench: Bench, query: BenchQuery): Promise<number> {
  const { servers, key, markets, db } = bench;
  const SAMPLES = 100;
  const committed = async () => {
    // An idle connection reports what it did after ten seconds.
    await sleep(11_000);
    const [row] = await db.query<{ total: string }>(
      "SELECT xact_commit AS total FROM pg_stat_database WHERE datname = current_database()",
      [],
    );
    return Number(row?.total);
  };
  const idle = await committed();
  const before = await committed();
  for (let i = 0; i < SAMPLES; i++)
    await ask(servers.ours, key, bodyOf(query, "ours", markets[i % markets.length] ?? 0, bench));
  // The servers ask by themselves too, such as whether the database is there.
  const unasked = before - idle;
  return Math.round(((await committed()) - before - unasked) / SAMPLES);
}

async function measure(bench: Bench, query: BenchQuery): Promise<Measure> {
  const { servers, postmaster, key, markets, options } = bench;
  await assertSameAnswers(bench, query);
  const rounds: Record<Contestant, Figures[]> = { ours: [], peer: [], mercurius: [], limit: [] };
  const script = join(projectRoot(), "bench/peers/load.mjs");
  // The round before the first one warms up.
  for (let round = 0; round <= options.rounds; round++)
    for (const who of CONTESTANTS) {
      const { url, pid } = servers[who];
      const before = { api: processorMs(pid), postgres: postgresMs(postmaster) };
      const { requests, seconds, p50, p99, failed } = await load(script, {
        url,
        key,
        bodies: markets.map((id) => bodyOf(query, who, id, bench)),
        seconds: options.seconds,
        connections: options.connections,
      });
      if (failed > 0) throw new Error(`${failed} requests to ${who} failed`);
      if (round === 0) continue;
      rounds[who].push({
        requestsPerSecond: requests / seconds,
        p50Ms: p50,
        p99Ms: p99,
        apiMs: (processorMs(pid) - before.api) / requests,
        postgresMs: (postgresMs(postmaster) - before.postgres) / requests,
        residentMb: residentMb(pid),
      });
    }
  const statements = await countStatements(bench, query);
  const figures = (who: Contestant): Figures => {
    const of = (field: keyof Figures) => median(rounds[who].map((round) => round[field]));
    return {
      requestsPerSecond: of("requestsPerSecond"),
      p50Ms: of("p50Ms"),
      p99Ms: of("p99Ms"),
      apiMs: of("apiMs"),
      postgresMs: of("postgresMs"),
      residentMb: of("residentMb"),
    };
  };
  const [ours, peer, mercurius, limit] = [figures("ours"), figures("peer"), figures("mercurius"), figures("limit")];
  return {
    name: query.name,
    ours,
    peer,
    mercurius,
    limit,
    ratioToPeer: ours.requestsPerSecond / peer.requestsPerSecond,
    ratioToMercurius: ours.requestsPerSecond / mercurius.requestsPerSecond,
    ratioToLimit: ours.requestsPerSecond / limit.requestsPerSecond,
    statements,
  };
}

function print(measures: readonly Measure[], { connections, rounds, seconds }: GraphBenchOptions): void {
  const table = new Table({
    head: ["Query", "Server", "requests/s", "p50 ms", "p99 ms", "server ms", "PostgreSQL ms", "MB", "ours/it"],
    colAligns: ["left", "left", "right", "right", "right", "right", "right", "right", "right"],
    style: { head: [], border: [] },
  });
  const servers = {
    ours: "this product",
    peer: "PostGraphile 5",
    mercurius: "Mercurius, JIT and loaders",
    limit: "one statement on node:http",
  };
  for (const found of measures)
    for (const who of CONTESTANTS) {
      const { requestsPerSecond, p50Ms, p99Ms, apiMs, postgresMs: ms, residentMb: mb } = found[who];
      const ratios = {
        ours: "",
        peer: found.ratioToPeer,
        mercurius: found.ratioToMercurius,
        limit: found.ratioToLimit,
      };
      const ratio = typeof ratios[who] === "number" ? ratios[who].toFixed(2) : "";
      table.push([
        found.name,
        servers[who],
        requestsPerSecond.toFixed(0),
        p50Ms.toFixed(0),
        p99Ms.toFixed(0),
        apiMs.toFixed(2),
        ms.toFixed(2),
        mb.toFixed(0),
        ratio,
      ]);
    }
  process.stdout.write(
    `${table.toString()}\nProcessor milliseconds a request; medians of ${rounds} rounds of ${seconds} s, interleaved, ${connections} connections; ` +
      `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\nOurs takes ${measures.map(({ name, statements }) => `${statements} for ${name}`).join(", ")}: statements of one request.\n`,
  );
}

async function startAll(databaseUrl: string, dataDir: string): Promise<Record<Contestant, Server>> {
  const environment = {
    DATABASE_URL: databaseUrl,
    NODE_ENV: "production",
    DATA_DIR: join(dataDir, "api"),
    // Nothing is started here, so nobody has to listen.
    TEMPORAL_ADDRESS: "127.0.0.1:9",
    RATE_LIMIT_PER_MINUTE: "0",
    MAX_EVENT_LOOP_DELAY_MS: "0",
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    LOG_LEVEL: "error",
    DRAIN_SECONDS: "0",
  };
  const script = (path: string) => [join(projectRoot(), path)];
  const started: Server[] = [];
  try {
    started.push(await startServer("this product", [...AS_STARTED, ...script("dist/src/main.js"), "api"], environment));
    started.push(await startServer("PostGraphile", script("bench/peers/postgraphile.mjs"), environment));
    started.push(await startServer("Mercurius", script("bench/peers/mercurius.mjs"), environment));
    started.push(await startServer("the limit", script("bench/peers/limit.mjs"), environment));
    const [ours, peer, mercurius, limit] = started as [Server, Server, Server, Server];
    return { ours, peer, mercurius, limit };
  } catch (error) {
    await Promise.all(started.map((server) => server.stop()));
    throw error;
  }
}

/** Measures the graph against a peer and against what PostgreSQL alone allows, on data of its own, with equal answers. */
export async function benchGraph(options: GraphBenchOptions): Promise<void> {
  if (!existsSync(join(projectRoot(), "bench/peers/node_modules")))
    throw new Error("the peers are not installed: npm ci --prefix bench/peers");
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const dataDir = join(folder, "data");
  const postgres = await startPostgres({ dataDir, durable: true, log });
  const db = openDatabase(postgres.url, { maxConnections: 2 });
  let servers: Record<Contestant, Server> | undefined;
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
    await db.pool.query(await readFile(join(projectRoot(), "bench/peers/functions.sql"), "utf8"));
    progress("seeded");
    servers = await startAll(postgres.url, dataDir);
    const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    const measures: Measure[] = [];
    const deep = await findDeep(servers.ours, key);
    for (const query of QUERIES) {
      measures.push(await measure({ servers, postmaster, db, key, markets, deep, options }, query));
      progress(`${query.name}: measured`);
    }
    print(measures, options);
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ measures }, null, 2)}\n`);
  } finally {
    await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
