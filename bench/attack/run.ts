import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import Table from "cli-table3";
import { pino } from "pino";
import { issueKey, revokeKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { projectRoot } from "#foundation/config/project-root";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { postgresMs, processorMs, residentMb, type Server, startServer } from "../graph/processes.ts";
import { QUERIES } from "../graph/queries.ts";
import { seed } from "../graph/seed.ts";
import { median, quantile } from "../statistics.ts";
import type { Assault, Got } from "./attackers.ts";
import { type Arms, ATTACKS, type AttackName, type AttackRequest } from "./attacks.ts";
import type { Served, Usual } from "./clients.ts";

export interface AttackBenchOptions {
  /** File of companies. */
  from: string;
  events: number;
  rounds: number;
  /** Of each measurement. */
  seconds: number;
  /** Requests of the well-behaved clients a second. */
  rate: number;
  /** Of the attackers. */
  connections: number;
  /** Only these attacks. */
  only?: readonly AttackName[];
  /** Where the figures are written as JSON. */
  json?: string;
}

export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[];

/** All rounds of quiet, or of one attack. */
interface Rounds {
  p50Ms: number[];
  p99Ms: number[];
  requests: number;
  failed: number;
  got: Got;
  sent: number;
  /** Share of one core that the server and PostgreSQL took. */
  server: number[];
  postgres: number[];
  residentMb: number;
}

interface Figures {
  name: string;
  requests: number;
  failed: number;
  /** Medians of the rounds. */
  p50Ms: number;
  p99Ms: number;
  /** Of the p99 to that of the quiet round before each; the median. */
  ratio: number;
  /** Requests of the attackers a second, and what they got. */
  attacksPerSecond: number;
  got: Got;
  serverCores: number;
  postgresCores: number;
  residentMb: number;
}

interface Bench {
  server: Server;
  postmaster: number;
  arms: Arms;
  usual: Usual;
  options: AttackBenchOptions;
}

const progress = (line: string) => process.stderr.write(`${line}\n`);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Time that the attackers have before the clients are measured. */
const HEAD_START_MS = 500;

/** Until the clients, which begin later and take a second to get warm, have asked everything. */
const assaultSeconds = ({ seconds }: AttackBenchOptions) => HEAD_START_MS / 1_000 + 1 + seconds;

async function run<Result>(script: string, asked: object): Promise<Result> {
  const path = join(projectRoot(), "bench/attack", script);
  const { stdout } = await promisify(execFile)(process.execPath, [path, JSON.stringify(asked)], { maxBuffer: 1e8 });
  return JSON.parse(stdout) as Result;
}

/** What the clients of one team ask: the queries of the graph's bench, a search, and `/v2`. */
function usualRequests(key: string, markets: readonly number[]): AttackRequest[] {
  const headers = { "content-type": "application/json", accept: "application/json", "x-api-key": key };
  const graph = (body: object): AttackRequest => ({
    method: "POST",
    path: "/graphql",
    headers,
    body: JSON.stringify(body),
  });
  const search = `{ companies(search: { keyword: "wind turbines" }, first: 10) { edges { node { name domain } } } }`;
  return markets.flatMap((id) => [
    ...QUERIES.filter(({ page, operationName }) => page !== "deep" && operationName !== "typename").map(
      ({ ours, operationName, page }) =>
        graph({ query: ours, operationName, variables: page === undefined ? { id } : { after: null } }),
    ),
    graph({ query: search }),
    { method: "GET", path: `/v2/discovery/${id}/status`, headers },
    { method: "GET", path: `/v2/markets/${id}/companies`, headers },
  ]);
}

const noRounds = (): Rounds => ({
  p50Ms: [],
  p99Ms: [],
  requests: 0,
  failed: 0,
  got: {},
  sent: 0,
  server: [],
  postgres: [],
  residentMb: 0,
});

/** Waits until server and PostgreSQL have finished what attackers began and left. */
async function untilIdle({ server, postmaster }: Bench): Promise<void> {
  const used = () => processorMs(server.pid) + postgresMs(postmaster);
  for (let before = used(), i = 0; i < 120; i++) {
    await sleep(500);
    const now = used();
    if (now - before < 50) return;
    before = now;
  }
}

async function measure(bench: Bench, attacks: readonly AttackName[], into: Rounds): Promise<void> {
  const { server, postmaster, arms, usual, options } = bench;
  const assault: Assault = {
    ...arms,
    attacks,
    connections: options.connections,
    seconds: assaultSeconds(options),
    from: into.sent,
  };
  if (attacks.length === 0) await untilIdle(bench);
  const attackers = attacks.length === 0 ? null : run<{ got: Got; sent: number }>("attackers.ts", assault);
  await sleep(HEAD_START_MS);
  const before = { server: processorMs(server.pid), postgres: postgresMs(postmaster), at: performance.now() };
  const { milliseconds, failed } = await run<Served>("clients.ts", usual);
  const took = performance.now() - before.at;
  into.server.push((processorMs(server.pid) - before.server) / took);
  into.postgres.push((postgresMs(postmaster) - before.postgres) / took);
  into.residentMb = Math.max(into.residentMb, residentMb(server.pid));
  into.p50Ms.push(quantile(milliseconds, 0.5));
  into.p99Ms.push(quantile(milliseconds, 0.99));
  into.requests += milliseconds.length;
  for (const count of Object.values(failed)) into.failed += count;
  if (attackers === null) return;
  const { got, sent } = await attackers;
  for (const [outcome, count] of Object.entries(got)) into.got[outcome] = (into.got[outcome] ?? 0) + count;
  into.sent += sent;
}

function figuresOf(name: string, found: Rounds, quiet: Rounds, options: AttackBenchOptions): Figures {
  return {
    name,
    requests: found.requests,
    failed: found.failed,
    p50Ms: median(found.p50Ms),
    p99Ms: median(found.p99Ms),
    ratio: median(found.p99Ms.map((p99, round) => p99 / (quiet.p99Ms[round] ?? Number.NaN))),
    attacksPerSecond: found.sent / (options.rounds * assaultSeconds(options)),
    got: found.got,
    serverCores: mean(found.server),
    postgresCores: mean(found.postgres),
    residentMb: found.residentMb,
  };
}

function print(figures: readonly Figures[], { rate, rounds, seconds, connections }: AttackBenchOptions): void {
  const table = new Table({
    head: [
      "Meanwhile",
      "p50 ms",
      "p99 ms",
      "to quiet",
      "failed",
      "attacks/s",
      "cores",
      "PostgreSQL",
      "MB",
      "attackers got",
    ],
    colAligns: ["left", "right", "right", "right", "right", "right", "right", "right", "right", "left"],
    style: { head: [], border: [] },
  });
  for (const one of figures)
    table.push([
      one.name,
      one.p50Ms.toFixed(1),
      one.p99Ms.toFixed(1),
      one.ratio.toFixed(2),
      one.failed,
      one.attacksPerSecond.toFixed(0),
      one.serverCores.toFixed(2),
      one.postgresCores.toFixed(2),
      one.residentMb.toFixed(0),
      Object.entries(one.got)
        .sort(([, a], [, b]) => b - a)
        .map(([outcome, count]) => `${outcome}: ${count}`)
        .join(", "),
    ]);
  process.stdout.write(
    `${table.toString()}\nClients ask ${rate} times a second, measured from when each request was due; ${rounds} rounds of ${seconds} s, quiet and attacked in turns, medians of the rounds; ` +
      `${connections} connections of attackers, at a lower priority; ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}.\n`,
  );
}

async function prepare(db: Database, options: AttackBenchOptions) {
  const keyOf = async (name: string) => {
    const { id: teamId } = await db.prisma.team.create({ data: { name, domain: `${name.toLowerCase()}.example` } });
    const issue = () =>
      issueKey(db.prisma, { teamId, scopes: SCOPES, subscriptions: ["events-monitor"], environment: "test" });
    return { teamId, issue, key: (await issue()).key };
  };
  const clients = await keyOf("Clients");
  const attackers = await keyOf("Attackers");
  const revoked = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { key, prefix } = await attackers.issue();
      await revokeKey(db.prisma, prefix);
      return key;
    }),
  );
  const volume = { markets: 8, companiesPerMarket: 60, news: options.events, events: options.events };
  const markets = await seed(db, clients.teamId, options.from, volume);
  // The attackers have as much of their own to ask for.
  await db.query("UPDATE markets SET team_id = $1 WHERE id % 2 = 0", [attackers.teamId]);
  const [own, theirs] = [markets.filter((id) => id % 2 === 1), markets.filter((id) => id % 2 === 0)];
  return { clients: { key: clients.key, markets: own }, attackers: { key: attackers.key, revoked, markets: theirs } };
}

/** Measures how long well-behaved clients wait while others attack, against how long they wait in quiet, in turns. */
export async function benchAttack(options: AttackBenchOptions): Promise<void> {
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
    const { clients, attackers } = await prepare(db, options);
    progress("seeded");
    // As `npm start` runs it: its limits are the defaults, and introspection is on.
    server = await startServer(
      "this product",
      ["--max-semi-space-size=16", join(projectRoot(), "dist/src/main.js"), "api"],
      {
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder, "api"),
        // Nothing is started here, so nobody has to listen.
        TEMPORAL_ADDRESS: "127.0.0.1:9",
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
        LOG_LEVEL: "error",
        DRAIN_SECONDS: "0",
      },
    );
    const { rate, seconds, rounds } = options;
    const bench: Bench = {
      server,
      postmaster: Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]),
      arms: { url: server.url, ...attackers },
      usual: { url: server.url, requests: usualRequests(clients.key, clients.markets), rate, seconds },
      options,
    };
    const names = options.only ?? ATTACK_NAMES;
    const assaults = [
      ...names.map((name) => ({ name: ATTACKS[name].what, attacks: [name], quiet: noRounds(), attacked: noRounds() })),
      ...(names.length > 1
        ? [{ name: "all of these at once", attacks: names, quiet: noRounds(), attacked: noRounds() }]
        : []),
    ];
    await measure(bench, [], noRounds());
    progress("warm");
    for (let round = 1; round <= rounds; round++)
      for (const { name, attacks, quiet, attacked } of assaults) {
        await measure(bench, [], quiet);
        await measure(bench, attacks, attacked);
        progress(
          `round ${round}, ${name}: p99 ${quiet.p99Ms.at(-1)?.toFixed(1)} ms in quiet, ${attacked.p99Ms.at(-1)?.toFixed(1)} ms`,
        );
      }
    const quiet = assaults.reduce((all, one) => {
      all.p50Ms.push(...one.quiet.p50Ms);
      all.p99Ms.push(...one.quiet.p99Ms);
      all.requests += one.quiet.requests;
      all.failed += one.quiet.failed;
      all.server.push(...one.quiet.server);
      all.postgres.push(...one.quiet.postgres);
      all.residentMb = Math.max(all.residentMb, one.quiet.residentMb);
      return all;
    }, noRounds());
    const figures = [
      figuresOf("quiet", quiet, quiet, options),
      ...assaults.map((one) => figuresOf(one.name, one.attacked, one.quiet, options)),
    ];
    print(figures, options);
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ figures }, null, 2)}\n`);
  } finally {
    await server?.stop();
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
