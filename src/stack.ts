import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { directoryState } from "#companies/directory";
import { loadSample } from "#companies/sample";
import { childEnvironment } from "#foundation/config/child-environment";
import type { Config } from "#foundation/config/config";
import { siblingModule, sourceLoader } from "#foundation/config/source-or-build";
import { type Database, openDatabase } from "#foundation/db/database";
import { migrate } from "#foundation/db/migrate";
import { startPostgres } from "#foundation/embedded/postgres";
import { ensureTemporal } from "#foundation/embedded/temporal";
import { loadSampleNotes } from "#intelligence/ingest/sample-notes";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { type RunningApi, startApi } from "./api.ts";

/** Delay before a worker that ended is restarted. */
const WORKER_RESTART_MS = 1_000;
const WORKER_STOP_MS = 15_000;

export interface Stack {
  api: RunningApi;
  databaseUrl: string;
  temporalAddress: string;
  /**
   * Ends everything. The worker ends at once. The API keeps answering until `drained` resolves, while `/readyz` reports
   * that it is about to end.
   */
  stop(drained?: Promise<unknown>): Promise<void>;
}

export interface StackOptions {
  log: Logger;
  /** Receives the current step as a phrase ("starting PostgreSQL"), for a waiting person. */
  onStep: (step: string) => void;
  /** File descriptor for the worker's log; by default this process's standard error. */
  workerLog?: number;
}

/** Returns the configured database, or the embedded one, migrated. */
export async function startDatabase(
  config: Config,
  { log, onStep }: StackOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  onStep(config.databaseUrl === undefined ? "starting PostgreSQL" : "connecting to the database of DATABASE_URL");
  const postgres =
    config.databaseUrl === undefined
      ? await startPostgres({
          dataDir: config.dataDir,
          ...(config.databasePort === undefined ? {} : { port: config.databasePort }),
          log,
        })
      : { url: config.databaseUrl, stop: async () => {} };
  try {
    onStep("checking migrations");
    await migrate(postgres.url, log);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

/** Fills an empty directory with the sample of companies and with notes about them, which the worker reads on its schedules. */
async function loadSamples(db: Database): Promise<void> {
  if ((await directoryState(db)).companies > 0) return;
  // Notes first: a start that is interrupted leaves the directory empty, so that the next one loads everything.
  await loadSampleNotes(db);
  await loadSample(db);
}

/**
 * Keeps one worker process running. In a separate process its computations delay no request, and when it dies, a new
 * one resumes its work. It ends by itself when this process is gone.
 */
function superviseWorker(env: NodeJS.ProcessEnv, log: Logger, logFile?: number): { stop(): Promise<void> } {
  const entry = fileURLToPath(siblingModule(import.meta.url, "main"));
  let stopping = false;
  let child = start();

  function start() {
    const started = fork(entry, ["worker"], {
      env,
      stdio: ["ignore", "ignore", logFile ?? "inherit", "ipc"],
      execArgv: sourceLoader(import.meta.url),
    });
    started.once("exit", async (code, signal) => {
      if (stopping) return;
      log.warn({ code, signal }, "the worker ended; starting another");
      await sleep(WORKER_RESTART_MS);
      if (!stopping) child = start();
    });
    return started;
  }

  return {
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), WORKER_STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Starts everything on one machine: PostgreSQL, migrations, the sample of companies on first use, Temporal, a worker,
 * the API. Uses configured servers and starts the rest; `stop` ends what was started, in reverse order.
 */
export async function startStack(config: Config, options: StackOptions): Promise<Stack> {
  const { log, onStep } = options;
  const started: (() => Promise<void>)[] = [];
  let drained: Promise<unknown> = Promise.resolve();
  const stop = async () => {
    for (const end of started.reverse())
      await end().catch((error: unknown) => log.warn({ err: error }, "a part did not stop cleanly"));
    started.length = 0;
  };
  try {
    const database = await startDatabase(config, options);
    started.push(() => database.stop());
    onStep("starting Temporal");
    const temporal = await ensureTemporal({
      config: config.temporal,
      dataDir: config.dataDir,
      searchAttributes: Object.values(SEARCH_ATTRIBUTES),
      log,
      onStep,
    });
    started.push(() => temporal.stop());
    onStep("starting the API");
    const api = await startApi(config, { databaseUrl: database.url, temporalAddress: temporal.address, log });
    started.push(async () => {
      await drained;
      await api.stop();
    });
    onStep("checking the directory of companies");
    // Not over the API's connections: their time limits are shorter than an import may take.
    const db = openDatabase(database.url, { maxConnections: 2 });
    await loadSamples(db).finally(() => db.close());
    onStep("starting a worker");
    const worker = superviseWorker(
      childEnvironment({
        DATABASE_URL: database.url,
        // Empty counts as unset: the worker gets the address itself.
        DATABASE_URL_FILE: "",
        TEMPORAL_ADDRESS: temporal.address,
        DATA_DIR: config.dataDir,
        // In production, a process with a configured database must also have a configured key.
        ...(config.encryption.source === "generated" ? { ENCRYPTION_KEY_FILE: config.encryption.file } : {}),
      }),
      log,
      options.workerLog,
    );
    started.push(() => worker.stop());
    return {
      api,
      databaseUrl: database.url,
      temporalAddress: temporal.address,
      stop(draining = drained) {
        drained = draining;
        api.drain();
        return stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
