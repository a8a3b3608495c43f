import { startApi } from "./api.ts";
import { reportFailure } from "./cli/report-failure.ts";
import { type Config, ConfigurationError, readConfig } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { migrate } from "./db/migrate.ts";
import { startStack } from "./stack.ts";
import { startWorkerProcess } from "./worker.ts";

/** Resolves with the first signal to stop; also when the parent of a supervised worker is gone. */
function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    const supervised = process.send !== undefined;
    // Ctrl-C reaches every process of the terminal; a supervised one waits for its parent to decide.
    process.on("SIGINT", () => {
      if (!supervised) resolve();
    });
    process.once("SIGTERM", () => resolve());
    if (supervised) process.once("disconnect", () => resolve());
  });
}

/** The addresses that a process alone cannot do without. */
function required(config: Config): { databaseUrl: string; temporalAddress: string } {
  const { databaseUrl, temporal } = config;
  const missing = [
    ...(databaseUrl === undefined ? ["DATABASE_URL is missing: the database that all processes share"] : []),
    ...(temporal.address === undefined ? ["TEMPORAL_ADDRESS is missing: the Temporal server, as host:port"] : []),
  ];
  if (databaseUrl === undefined || temporal.address === undefined) throw new ConfigurationError(missing);
  return { databaseUrl, temporalAddress: temporal.address };
}

async function runAll(config: Config): Promise<void> {
  const log = createLogger(config, "market");
  const stop = stopRequested();
  const stack = await startStack(config, { log, onStep: (step) => log.info(step) });
  log.info(
    {
      url: stack.api.url,
      graphql: `${config.publicUrl}/graphql`,
      docs: `${config.publicUrl}/docs`,
      temporalUi: config.temporal.uiUrl,
    },
    "ready",
  );
  await stop;
  log.info("stopping");
  await stack.stop();
}

async function runApi(config: Config): Promise<void> {
  const log = createLogger(config, "api");
  const addresses = required(config);
  const stop = stopRequested();
  await migrate(addresses.databaseUrl, log);
  const api = await startApi(config, { ...addresses, log });
  log.info({ url: api.url }, "ready");
  await stop;
  await api.stop();
}

async function runWorker(config: Config): Promise<void> {
  const log = createLogger(config, "worker");
  const stop = stopRequested();
  // It waits for Temporal as long as it takes; told to stop meanwhile, it has nothing yet that would have to be finished.
  const worker = await Promise.race([startWorkerProcess(config, { ...required(config), log }), stop]);
  if (worker === undefined) return;
  log.info("ready");
  await Promise.race([stop, worker.finished]);
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
