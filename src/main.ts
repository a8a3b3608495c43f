import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { reportFailure } from "#cli/report-failure";
import { type Config, ConfigurationError, readConfig } from "#foundation/config/config";
import { createLogger } from "#foundation/config/logger";
import { migrateWhenThere, untilMigrated } from "#foundation/db/migrate";

interface StopSignals {
  /** Aborted by the first stop signal, or when the parent of a supervised worker is gone. */
  stop: AbortSignal;
  stopped: Promise<void>;
  /** Resolves when the stop must not wait for clients: with Ctrl-C, and with the second signal. */
  hurried: Promise<void>;
}

function stopSignals(): StopSignals {
  const stopping = new AbortController();
  const supervised = process.send !== undefined;
  const { signal: stop } = stopping;
  const stopped = new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve()));
  const hurried = new Promise<void>((resolve) => {
    // Ctrl-C reaches every process of the terminal; a supervised one waits for its parent to decide.
    process.on("SIGINT", () => {
      if (supervised) return;
      stopping.abort();
      resolve();
    });
    process.on("SIGTERM", () => {
      if (stop.aborted) resolve();
      stopping.abort();
    });
  });
  if (supervised) process.once("disconnect", () => stopping.abort());
  return { stop, stopped, hurried };
}

/** Waits until load balancers have noticed that `/readyz` is 503; Ctrl-C or a second signal cuts the wait short. */
async function drainTime({ drainSeconds }: Config, { hurried }: StopSignals, log: Logger): Promise<void> {
  log.info({ drainSeconds }, "stopping: not ready any more, answering still");
  await Promise.race([sleep(drainSeconds * 1_000), hurried]);
}

/** Returns the addresses that a separate process requires. */
function required(config: Config): { databaseUrl: string; temporalAddress: string } {
  const { databaseUrl, temporal } = config;
  const missing = [
    ...(databaseUrl === undefined ? ["DATABASE_URL is missing: the database that all processes share"] : []),
    ...(temporal.address === undefined ? ["TEMPORAL_ADDRESS is missing: the Temporal server, as host:port"] : []),
  ];
  if (databaseUrl === undefined || temporal.address === undefined) throw new ConfigurationError(missing);
  return { databaseUrl, temporalAddress: temporal.address };
}

/** Waits for the preparation. False when the process was told to stop meanwhile: then there is nothing to finish. */
async function isPrepared(prepared: Promise<void>, { stop }: StopSignals): Promise<boolean> {
  try {
    await prepared;
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return !stop.aborted;
}

/** V8 would let an API's heap grow to four times its live size before it collects old garbage. */
const HEAP_GROWTH_PERCENT = 50;

// Each role loads its own part of the program: an API does not need the workers' computations.

async function runAll(config: Config): Promise<void> {
  const { startStack } = await import("./stack.ts");
  const log = createLogger(config, "market");
  const signals = stopSignals();
  const { databaseUrl } = config;
  if (databaseUrl !== undefined && !(await isPrepared(migrateWhenThere(databaseUrl, log, signals.stop), signals)))
    return;
  const stack = await startStack(config, { log, onStep: (step) => log.info(step) });
  log.info(
    {
      url: stack.api.url,
      explorer: `${config.publicUrl}/explorer`,
      graphql: `${config.publicUrl}/graphql`,
      docs: `${config.publicUrl}/docs`,
      temporalUi: config.temporal.uiUrl,
    },
    "ready",
  );
  await signals.stopped;
  await stack.stop(drainTime(config, signals, log));
}

async function runApi(config: Config): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const { startApi } = await import("./api.ts");
  const log = createLogger(config, "api");
  const addresses = required(config);
  const signals = stopSignals();
  const prepared = migrateWhenThere(addresses.databaseUrl, log, signals.stop);
  // Awaited below, once the API listens.
  prepared.catch(() => {});
  const api = await startApi(config, { ...addresses, log, prepared });
  if (await isPrepared(prepared, signals)) log.info({ url: api.url }, "ready");
  await signals.stopped;
  api.drain();
  await drainTime(config, signals, log);
  await api.stop();
}

async function runWorker(config: Config): Promise<void> {
  const { startWorkerProcess } = await import("./worker.ts");
  const log = createLogger(config, "worker");
  const signals = stopSignals();
  const addresses = required(config);
  if (!(await isPrepared(untilMigrated(addresses.databaseUrl, log, signals.stop), signals))) return;
  // Waits for Temporal as long as it takes. When told to stop meanwhile, there is nothing to finish.
  const worker = await Promise.race([startWorkerProcess(config, { ...addresses, log }), signals.stopped]);
  if (worker === undefined) return;
  log.info("ready");
  await Promise.race([signals.stopped, worker.finished]);
  await worker.stop();
}

const roles: Record<string, (config: Config) => Promise<void>> = { all: runAll, api: runApi, worker: runWorker };
const [role = "all"] = process.argv.slice(2);
const run = roles[role];
if (run === undefined) {
  process.stderr.write(`unknown role "${role}": all, api or worker\n`);
  process.exitCode = 1;
} else {
  try {
    await run(readConfig());
    process.exit(0);
  } catch (error) {
    process.exit(reportFailure(error, { json: false }));
  }
}
