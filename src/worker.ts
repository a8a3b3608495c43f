import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DefaultLogger, Runtime } from "@temporalio/worker";
import type { Logger } from "pino";
import { createTemporalClient } from "../workflows/client.ts";
import { type RunningWorker, startWorker } from "../workflows/worker.ts";
import type { Config } from "./config/config.ts";
import { createLogger } from "./config/logger.ts";
import { runsFromSource } from "./config/source-or-build.ts";
import { openDatabase } from "./db/database.ts";
import { listen } from "./db/listener.ts";
import { createDirectoryIndexes } from "./discovery/directory-indexes.ts";
import { startRelay } from "./jobs/relay.ts";
import { RUNS_CHANNEL } from "./jobs/workflow-runs.ts";
import { createMailer } from "./providers/mail/mailer.ts";

/** The bundle that the build made beside the compiled code; from source, the worker bundles by itself. */
function workflowsOf() {
  if (runsFromSource(import.meta.url))
    return { workflowsPath: fileURLToPath(new URL("../workflows/index.ts", import.meta.url)) };
  return { workflowBundle: { codePath: fileURLToPath(new URL("../workflow-bundle.js", import.meta.url)) } };
}

/** Temporal's core logs through ours, one level down: what is worth knowing comes from the activities. */
function installRuntime(log: Logger): void {
  try {
    Runtime.install({
      logger: new DefaultLogger("WARN", ({ level, message, meta }) =>
        log[level === "ERROR" ? "error" : "debug"]({ meta }, message),
      ),
      // The process that composes the worker decides what a signal means.
      shutdownSignals: [],
    });
  } catch {
    // Installed by an earlier worker of this process.
  }
}

export interface WorkerProcessOptions {
  databaseUrl: string;
  temporalAddress: string;
  log?: Logger;
}

/** The worker process: workflows, activities, the index of the directory; and the relay, so that jobs start without an API. */
export async function startWorkerProcess(config: Config, options: WorkerProcessOptions): Promise<RunningWorker> {
  const { databaseUrl, temporalAddress } = options;
  const log = options.log ?? createLogger(config, "worker");
  installRuntime(log);
  const db = openDatabase(databaseUrl);
  const runs = listen(databaseUrl, RUNS_CHANNEL);
  const temporal = createTemporalClient(temporalAddress, config.temporal.namespace);
  const relay = startRelay({ db, orchestrator: temporal, listener: runs, log });
  const indexes = createDirectoryIndexes({
    db,
    databaseUrl,
    embeddings: config.embeddings,
    cacheDir: join(config.dataDir, "index"),
    log,
  });
  // The first job should not have to wait for the index; that it cannot be built yet is the job's to say.
  indexes.current().catch((error: unknown) => log.warn({ err: error }, "the directory index is not ready yet"));
  const close = async () => {
    await relay.stop();
    await Promise.all([runs.close(), temporal.close(), db.close()]);
  };
  try {
    const worker = await startWorker(
      { db, indexes, mailer: createMailer(config.mail), publicUrl: config.publicUrl, log },
      { address: temporalAddress, namespace: config.temporal.namespace, workflows: workflowsOf() },
    );
    return {
      finished: worker.finished,
      async stop() {
        await worker.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
