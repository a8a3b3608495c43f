import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { appendFile, chmod, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pRetry from "p-retry";
import pg from "pg";
import { pino } from "pino";
import { type Config, readConfig } from "#foundation/config/config";
import { migrate } from "#foundation/db/migrate";
import { readOwner } from "#foundation/embedded/owner-file";
import { startPostgres } from "#foundation/embedded/postgres";
import { postgresFiles, readOrMakePasswords } from "#foundation/embedded/postgres-files";
import { ADMIN, APP_ROLE, connectionUrl } from "#foundation/embedded/postgres-roles";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { freePort } from "../support/ports.ts";
import { program } from "../support/program.ts";
import { type Disturbance, isOutage, PARTS, type PartName } from "./plan.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLOCK = new URL("./stepped-clock.mjs", import.meta.url).href;
const READY_MS = 120_000;

/** The name of the database that a backup is restored into. */
const RESTORED = "restored";

interface RunOptions {
  killAfterMs?: number;
  /** Of another database. */
  url?: string;
}

/** A process of the system, as whoever disturbs it sees it. */
interface Part {
  start(): Promise<void>;
  /** Every process of it. */
  pids(): Promise<number[]>;
  setClock?(offsetMs: number): Promise<void>;
}

export interface Ended {
  code: number | string;
  output: string;
}

/** Numbers of disturbances that reached a process: one that finds its part down is none. */
export interface Suffered {
  kills: number;
  /** Kills after which the part stayed away for 4 s or more. */
  outages: number;
  hangs: number;
  clockSteps: number;
}

export interface TortureSystem {
  databaseUrl: string;
  /** URLs of the two APIs. */
  apis: readonly [string, string];
  temporalAddress: string;
  folder: string;
  /** Runs `market` with these arguments; resolves to its exit code, or to the signal that ended it. */
  command(args: string[], options?: { killAfterMs?: number }): Promise<Ended>;
  doctor(): Promise<Ended>;
  /** Restores a backup into a new database; resolves to its URL. */
  restore(file: string): Promise<string>;
  /** What reached a process so far. */
  readonly suffered: Readonly<Suffered>;
  /**
   * Disturbs a part, and resolves when that is over: a killed part is started again, a stopped one continues. Does nothing to a part
   * that is down.
   */
  disturb(one: Disturbance): Promise<void>;
  /** Waits until every part is up and ready. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Processes that descend from this one; Linux only, elsewhere none are known. */
function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  const running = existsSync("/proc") ? readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)) : [];
  for (const name of running)
    try {
      // The name in brackets may hold anything, also spaces and brackets.
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended meanwhile.
    }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + READY_MS; ; await sleep(200)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${url} is not ready: ${await answer?.text()}`);
  }
}

/** The whole product in processes of its own: PostgreSQL, Temporal, two APIs, two workers. */
export async function startTortureSystem(environment: Record<string, string>): Promise<TortureSystem> {
  const folder = await mkdtemp(join(tmpdir(), "market-torture-"));
  // As root the servers run as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const [databasePort, temporalPort, uiPort, firstPort, secondPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const dataDir = join(folder, "data");
  const config: Config = readConfig({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    TEMPORAL_PORT: String(temporalPort),
    TEMPORAL_UI_PORT: String(uiPort),
    ...(process.env.TEMPORAL_CLI ? { TEMPORAL_CLI: process.env.TEMPORAL_CLI } : {}),
  });
  const { url: databaseUrl } = await startPostgres({ dataDir, port: databasePort, log });
  await migrate(databaseUrl, log);
  const temporalAddress = `127.0.0.1:${temporalPort}`;
  const env = {
    ...process.env,
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TEMPORAL_ADDRESS: temporalAddress,
    EMBEDDINGS: "word2vec",
    // The machine is overloaded on purpose, and no client is to be turned away for that.
    MAX_EVENT_LOOP_DELAY_MS: "0",
    RATE_LIMIT_PER_MINUTE: "0",
    DRAIN_SECONDS: "0",
    ...environment,
  };
  const apis = [`http://127.0.0.1:${firstPort}`, `http://127.0.0.1:${secondPort}`] as const;
  /** Parts that are down on purpose, until their pause is over. */
  const down = new Set<PartName>();
  const pauses = new Set<Promise<void>>();
  let stopping = false;

  function ours(name: PartName, args: string[], more: Record<string, string> = {}): Part {
    const clock = join(folder, `${name}.clock`);
    let child: ChildProcess | undefined;
    const start = async () => {
      const output = await open(join(folder, `${name}.log`), "a");
      child = spawn(process.execPath, ["--import", CLOCK, ...program("src/main.ts"), ...args], {
        cwd: ROOT,
        env: { ...env, CLOCK_FILE: clock, ...more },
        stdio: ["ignore", output.fd, output.fd],
      });
      const started = child;
      started.once("exit", async (code, killedBy) => {
        await output.close();
        // One that gives up by itself is started again, as by any supervisor.
        if (stopping || down.has(name) || started !== child) return;
        await appendFile(join(folder, "ended.log"), `${name} ended by itself with ${code ?? killedBy}\n`);
        await sleep(500);
        if (!stopping && !down.has(name) && started === child) await start();
      });
    };
    return {
      start,
      pids: async () => (child?.pid === undefined || child.exitCode !== null ? [] : descendants(child.pid)),
      async setClock(offsetMs) {
        await writeFile(clock, String(offsetMs));
        if (child?.pid !== undefined && child.exitCode === null) signal(child.pid, "SIGUSR2");
      },
    };
  }

  const postgres = postgresFiles(dataDir);
  const parts: Record<PartName, Part> = {
    postgres: {
      start: async () => void (await startPostgres({ dataDir, port: databasePort, log })),
      async pids() {
        const owner = await readOwner(postgres.owner, postgres.data);
        return owner === undefined ? [] : descendants(owner.server);
      },
    },
    temporal: {
      start: async () =>
        void (await ensureTemporal({
          config: config.temporal,
          dataDir,
          searchAttributes: Object.values(SEARCH_ATTRIBUTES),
          log,
          onStep: () => {},
        })),
      async pids() {
        const owner = await readOwner(join(dataDir, "temporal.owner.json"), join(dataDir, "temporal.db"));
        return owner === undefined ? [] : descendants(owner.server);
      },
    },
    "api-1": ours("api-1", ["api"], { PORT: String(firstPort) }),
    "api-2": ours("api-2", ["api"], { PORT: String(secondPort) }),
    "worker-1": ours("worker-1", ["worker"], { PORT: String(firstPort) }),
    "worker-2": ours("worker-2", ["worker"], { PORT: String(secondPort) }),
  };

  /** What was killed a moment ago may still hold its port or its shared memory. */
  const startAgain = (name: PartName) =>
    pRetry(() => parts[name].start(), { retries: 30, minTimeout: 500, factor: 1.2, maxTimeout: 3_000 });

  function during(work: Promise<void>): Promise<void> {
    const kept = work.finally(() => pauses.delete(kept));
    pauses.add(kept);
    return kept;
  }

  function run(args: string[], { killAfterMs, url = databaseUrl }: RunOptions = {}): Promise<Ended> {
    return new Promise((resolve) => {
      const environment = { ...env, DATABASE_URL: url, PORT: String(firstPort) };
      const child = spawn(process.execPath, args, { cwd: ROOT, env: environment });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => {
          output += chunk.toString();
        });
      const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
      child.once("close", (code, killedBy) => {
        clearTimeout(timer);
        resolve({ code: code ?? killedBy ?? "", output });
      });
    });
  }

  const suffered: Suffered = { kills: 0, outages: 0, hangs: 0, clockSteps: 0 };
  const system: TortureSystem = {
    databaseUrl,
    apis,
    temporalAddress,
    folder,
    command: (args, options) => run([...program("src/cli/market.ts"), ...args], options),
    doctor: () => run(program("src/cli/doctor.ts")),
    async restore(file) {
      const { admin } = await readOrMakePasswords(postgres);
      const server = connectionUrl(databasePort, { role: ADMIN, password: admin }, "postgres");
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`CREATE DATABASE ${RESTORED} OWNER ${APP_ROLE}`);
      await client.end();
      const url = Object.assign(new URL(databaseUrl), { pathname: RESTORED }).href;
      const { code, output } = await run([...program("src/cli/market.ts"), "restore", file, "--json"], { url });
      if (code !== 0) throw new Error(`${file} could not be restored: ${output}`);
      return url;
    },
    suffered,
    async disturb(one) {
      if (down.has(one.part)) return;
      const pids = await parts[one.part].pids();
      const [first] = pids;
      if (first === undefined) return;
      if (one.kind === "clock") {
        suffered.clockSteps++;
        await parts[one.part].setClock?.(one.byMs);
      } else if (one.kind === "hang") {
        suffered.hangs++;
        for (const pid of pids) signal(pid, "SIGSTOP");
        await during(
          sleep(one.forMs).then(() => {
            for (const pid of pids) signal(pid, "SIGCONT");
          }),
        );
      } else {
        suffered.kills++;
        if (isOutage(one)) suffered.outages++;
        down.add(one.part);
        // The first alone: what it leaves behind is part of the trial.
        signal(first, "SIGKILL");
        await during(
          sleep(one.forMs).then(async () => {
            await startAgain(one.part);
            down.delete(one.part);
          }),
        );
      }
    },
    async settle() {
      while (pauses.size > 0) await Promise.all(pauses);
      for (const name of PARTS) await parts[name].setClock?.(0);
      await Promise.all(apis.map(untilReady));
    },
    async stop() {
      stopping = true;
      await Promise.allSettled(pauses);
      for (const name of [...PARTS].reverse()) {
        const pids = await parts[name].pids();
        for (const pid of pids) signal(pid, "SIGCONT");
        if (pids[0] !== undefined) signal(pids[0], name === "postgres" ? "SIGINT" : "SIGTERM");
        for (let waited = 0; (await parts[name].pids()).length > 0 && waited < 15_000; waited += 100) await sleep(100);
        for (const pid of await parts[name].pids()) signal(pid, "SIGKILL");
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    for (const name of PARTS.slice(1)) await startAgain(name);
    await system.settle();
  } catch (error) {
    await system.stop();
    throw error;
  }
  return system;
}
