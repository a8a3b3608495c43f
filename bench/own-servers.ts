import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { issueKey } from "#accounts/auth/api-keys";
import { SCOPES } from "#accounts/auth/scopes";
import { type Config, readConfig } from "#foundation/config/config";
import { projectRoot } from "#foundation/config/project-root";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { freePort } from "./graph/processes.ts";

/** A PostgreSQL and a Temporal for one bench, with nothing in them but a team. */
export interface OwnServers {
  folder: string;
  config: Config;
  databaseUrl: string;
  db: Database;
  temporalAddress: string;
  /** The process ids of both servers. */
  postmaster: number;
  temporalPid: number;
  /** What a process of the product needs to use them. */
  environment: Record<string, string>;
}

/** Returns the process id of the PostgreSQL of a data folder. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

/** Runs a bench on servers of its own, and removes them afterwards. */
export async function withOwnServers(bench: (servers: OwnServers) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "market-bench-"));
  // As root the server runs as another user, who must be able to pass.
  await chmod(folder, 0o755);
  const log = pino({ level: "silent" });
  const dataDir = join(folder, "data");
  const shared = {
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: "0",
    MAX_EVENT_LOOP_DELAY_MS: "0",
    DRAIN_SECONDS: "0",
    ...(process.env.TEMPORAL_CLI === undefined ? {} : { TEMPORAL_CLI: process.env.TEMPORAL_CLI }),
  };
  const config = readConfig(shared);
  const postgres = await startPostgres({ dataDir, durable: true, log });
  const db = openDatabase(postgres.url, { maxConnections: 10 });
  const closers: (() => Promise<unknown>)[] = [];
  try {
    await migrate(postgres.url, log);
    const temporal = await ensureTemporal({
      config: config.temporal,
      dataDir,
      searchAttributes: Object.values(SEARCH_ATTRIBUTES),
      log,
      onStep: () => {},
    });
    closers.push(() => temporal.stop());
    await bench({
      folder,
      config,
      databaseUrl: postgres.url,
      db,
      temporalAddress: temporal.address,
      postmaster: postmasterOf(dataDir),
      temporalPid: Number(JSON.parse(readFileSync(join(dataDir, "temporal.owner.json"), "utf8")).server),
      environment: {
        ...shared,
        DATABASE_URL: postgres.url,
        TEMPORAL_ADDRESS: temporal.address,
        DATA_DIR: join(folder, "product"),
      },
    });
  } finally {
    for (const close of closers) await close();
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a team without a quota, and a key that may do everything for it. */
export async function benchTeam(db: Database): Promise<{ teamId: number; key: string }> {
  const { id: teamId } = await db.prisma.team.create({
    data: { name: "Bench", domain: "bench.example", monthlyQuota: null },
  });
  const { key } = await issueKey(db.prisma, { teamId, scopes: SCOPES, subscriptions: [], environment: "test" });
  return { teamId, key };
}

/** A process of the product. */
export interface Running {
  pid: number;
  /** Its address; empty for a worker. */
  url: string;
  /** From the start of the process to its line "ready" in the log. */
  readyMs: number;
  stop(): Promise<void>;
}

/**
 * Starts a process as `npm run start:api` and `npm run start:worker` do, and waits until it logs that it is ready.
 * @param dist the build, by default that of this folder
 * @throws Error with what it wrote where it ends before
 */
export async function startRole(
  role: "api" | "worker",
  environment: Record<string, string>,
  dist = join(projectRoot(), "dist"),
): Promise<Running> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      "--max-semi-space-size=16",
      "-r",
      join(projectRoot(), "scripts/preflight.cjs"),
      join(dist, "src", "main.js"),
      role,
    ],
    {
      env: { ...process.env, ...environment, PORT: String(await freePort()), LOG_LEVEL: "info" },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let written = "";
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([exited, sleep(15_000)]);
    child.kill("SIGKILL");
  };
  const ready = new Promise<Running>((resolve) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      written = `${written}${line}\n`.slice(-2_000);
      if (!line.includes('"msg":"ready"')) return;
      const { url = "" } = JSON.parse(line) as { url?: string };
      resolve({ pid: child.pid ?? 0, url, readyMs: performance.now() - began, stop });
    });
  });
  const running = await Promise.race([ready, exited.then(() => null)]);
  if (running === null) throw new Error(`the ${role} ended: ${written}`);
  return running;
}
