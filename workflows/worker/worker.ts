import { setTimeout as sleep } from "node:timers/promises";
import type { PayloadCodec } from "@temporalio/common";
import { NativeConnection, Worker, type WorkerDeploymentOptions, type WorkflowBundleOption } from "@temporalio/worker";
import type { Logger } from "pino";
import type { TemporalDeployment, TemporalServer } from "#foundation/config/temporal";
import type { Database } from "#foundation/db/database";
import { type ColumnDeps, createColumnActivities } from "../columns/activities.ts";
import { TASK_QUEUE } from "../contract.ts";
import { createControlActivities } from "../control/activities.ts";
import { createDigestActivities } from "../digests/activities.ts";
import { createDiscoveryActivities, type DiscoveryDeps } from "../discovery/activities.ts";
import { createDossierActivities } from "../dossier/activities.ts";
import { createEventActivities, type EventDeps } from "../events/activities.ts";
import { createIngestActivities, type IngestDeps } from "../ingest/activities.ts";
import { createMonitorActivities } from "../monitors/activities.ts";
import { createEnrichmentActivities, type EnrichmentDeps } from "../pipeline/activities.ts";
import { createPreviewActivities } from "../preview/activities.ts";
import { createRetentionActivities, type RetentionDeps } from "../retention/activities.ts";
import { createSourceActivities, type SourceDeps } from "../sources/activities.ts";
import { createVerdictActivities } from "../verdict/activities.ts";
import { traceActivities } from "./trace-activities.ts";

/** Longest pause between attempts to reach a server that is not up yet. */
const MAX_BACKOFF_MS = 5_000;

export interface WorkerDeps
  extends ColumnDeps,
    DiscoveryDeps,
    EnrichmentDeps,
    EventDeps,
    IngestDeps,
    RetentionDeps,
    SourceDeps {
  db: Database;
  log: Logger;
}

export interface RunningWorker {
  /** Rejects when the worker fails permanently. */
  finished: Promise<void>;
  stop(): Promise<void>;
}

/** A run ends on the version on which it began; new ones begin on the version that operators made current. */
const versioned = ({ name, buildId }: TemporalDeployment): WorkerDeploymentOptions => ({
  version: { deploymentName: name, buildId },
  useWorkerVersioning: true,
  defaultVersioningBehavior: "PINNED",
});

/** `NativeConnection.connect` does not retry by itself. */
async function connect(server: TemporalServer, log: Logger, signal: AbortSignal): Promise<NativeConnection> {
  for (let backoffMs = 500; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    signal.throwIfAborted();
    try {
      return await NativeConnection.connect({ ...server });
    } catch (error) {
      log.warn({ address: server.address, err: error }, "Temporal cannot be reached; the worker tries again");
      await sleep(backoffMs, undefined, { signal });
    }
  }
}

/** Makes the activities of every family, with their dependencies. */
export function createActivities(deps: WorkerDeps) {
  return {
    ...createColumnActivities(deps),
    ...createControlActivities(deps),
    ...createDigestActivities(deps),
    ...createDiscoveryActivities(deps),
    ...createDossierActivities(deps),
    ...createEnrichmentActivities(deps),
    ...createEventActivities(deps),
    ...createIngestActivities(deps),
    ...createRetentionActivities(deps),
    ...createSourceActivities(deps),
    ...createMonitorActivities(deps),
    ...createPreviewActivities(deps),
    ...createVerdictActivities(deps),
  };
}

/**
 * Runs workflows and activities until stopped; waits for a server that is not up yet. `workflowBundle` is the bundle of
 * the build, or one made from the sources.
 */
export async function startWorker(
  deps: WorkerDeps,
  {
    server,
    namespace,
    codec,
    workflowBundle,
    deployment,
  }: {
    server: TemporalServer;
    namespace: string;
    codec: PayloadCodec;
    workflowBundle: WorkflowBundleOption;
    /** Undefined means without versions: every worker continues every run. */
    deployment?: TemporalDeployment | undefined;
  },
): Promise<RunningWorker> {
  const giveUp = new AbortController();
  const connection = await connect(server, deps.log, giveUp.signal);
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: TASK_QUEUE,
    dataConverter: { payloadCodecs: [codec] },
    activities: createActivities(deps),
    workflowBundle,
    ...(deployment === undefined ? {} : { workerDeploymentOptions: versioned(deployment) }),
    interceptors: { activity: [traceActivities] },
    maxConcurrentActivityTaskExecutions: 8,
    // A cancel reaches an activity with its heartbeat: at most this late.
    maxHeartbeatThrottleInterval: "1s",
    defaultHeartbeatThrottleInterval: "1s",
    shutdownGraceTime: "5s",
  });
  const finished = worker.run().finally(() => connection.close());
  return {
    finished,
    async stop() {
      giveUp.abort();
      if (worker.getState() === "RUNNING") worker.shutdown();
      await finished;
    },
  };
}
