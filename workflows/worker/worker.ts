import { setTimeout as sleep } from "node:timers/promises";
import type { PayloadCodec } from "@temporalio/common";
import { NativeConnection, Worker, type WorkerDeploymentOptions, type WorkflowBundleOption } from "@temporalio/worker";
import type { Logger } from "pino";
import type { QueueKind } from "#foundation/config/queue-kinds";
import type { TemporalDeployment, TemporalServer } from "#foundation/config/temporal";
import type { WorkersConfig } from "#foundation/config/workers";
import type { Database } from "#foundation/db/database";
import { tlsProblem } from "#foundation/temporal/temporal-tls";
import { type ColumnDeps, createColumnActivities } from "../columns/activities.ts";
import { createControlActivities } from "../control/activities.ts";
import { createDigestActivities } from "../digests/activities.ts";
import { createDiscoveryActivities, type DiscoveryDeps } from "../discovery/activities.ts";
import { createDossierActivities, type DossierDeps } from "../dossier/activities.ts";
import { createEventActivities, type EventDeps } from "../events/activities.ts";
import { createIngestActivities, type IngestDeps } from "../ingest/activities.ts";
import { createMonitorActivities } from "../monitors/activities.ts";
import { createEnrichmentActivities, type EnrichmentDeps } from "../pipeline/activities.ts";
import { createPreviewActivities } from "../preview/activities.ts";
import { taskQueueOf } from "../queues.ts";
import { createRetentionActivities, type RetentionDeps } from "../retention/activities.ts";
import { createSearchActivities, type SearchDeps } from "../search/activities.ts";
import { createSourceActivities, type SourceDeps } from "../sources/activities.ts";
import { createVerdictActivities } from "../verdict/activities.ts";
import { traceActivities } from "./trace-activities.ts";

/** Longest pause between attempts to reach a server that is not up yet. */
const MAX_BACKOFF_MS = 5_000;

export interface WorkerDeps
  extends ColumnDeps,
    DiscoveryDeps,
    DossierDeps,
    EnrichmentDeps,
    EventDeps,
    IngestDeps,
    RetentionDeps,
    SearchDeps,
    SourceDeps {
  db: Database;
  log: Logger;
}

export interface RunningWorker {
  /** Rejects when the worker fails permanently. */
  finished: Promise<void>;
  stop(): Promise<void>;
}

/** Activities of each queue that one worker has under way: short ones, or as many as its processor and its memory bear. */
const SLOTS: Record<QueueKind, number> = { control: 16, discovery: 8, paid: 8, ingest: 4, events: 2, index: 4 };
/** Requests for activities that wait at the server, for each queue. */
const POLLERS = 2;

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
      const problem = await tlsProblem(server);
      log.warn(
        { address: server.address, ...problem, err: error },
        "Temporal cannot be reached; the worker tries again",
      );
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
    ...createSearchActivities(deps),
    ...createSourceActivities(deps),
    ...createMonitorActivities(deps),
    ...createPreviewActivities(deps),
    ...createVerdictActivities(deps),
  };
}

/**
 * Serves the configured queues until stopped: `control` with workflows and activities, the others with activities.
 * Waits for a server that is not up yet. `workflowBundle` is the bundle of the build, or one made from the sources.
 */
export async function startWorker(
  deps: WorkerDeps,
  {
    server,
    namespace,
    codec,
    workflowBundle,
    deployment,
    workers: { queues, paidPerSecond },
  }: {
    server: TemporalServer;
    namespace: string;
    codec: PayloadCodec;
    workflowBundle: WorkflowBundleOption;
    /** Undefined means without versions: every worker continues every run. */
    deployment?: TemporalDeployment | undefined;
    workers: WorkersConfig;
  },
): Promise<RunningWorker> {
  const giveUp = new AbortController();
  const connection = await connect(server, deps.log, giveUp.signal);
  const activities = createActivities(deps);
  const serve = (kind: QueueKind) =>
    Worker.create({
      connection,
      namespace,
      taskQueue: taskQueueOf(kind),
      dataConverter: { payloadCodecs: [codec] },
      // Every queue gets every activity: runs of an earlier release have theirs on the queue of workflows.
      activities,
      ...(kind === "control" ? { workflowBundle } : {}),
      ...(deployment === undefined ? {} : { workerDeploymentOptions: versioned(deployment) }),
      interceptors: { activity: [traceActivities] },
      maxConcurrentActivityTaskExecutions: SLOTS[kind],
      maxConcurrentActivityTaskPolls: POLLERS,
      ...(kind === "paid" && paidPerSecond !== undefined ? { maxTaskQueueActivitiesPerSecond: paidPerSecond } : {}),
      // A cancel reaches an activity with its heartbeat: at most this late.
      maxHeartbeatThrottleInterval: "1s",
      defaultHeartbeatThrottleInterval: "1s",
      shutdownGraceTime: "5s",
    });
  const workers = await Promise.all(queues.map(serve));
  const stop = () => {
    for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  };
  // A worker that fails permanently stops the others, because half a worker would go unnoticed.
  const running = workers.map((worker) =>
    worker.run().catch((error: unknown) => {
      stop();
      throw error;
    }),
  );
  const finished = Promise.allSettled(running)
    .then(() => connection.close())
    .then(() => Promise.all(running))
    .then(() => {});
  return {
    finished,
    async stop() {
      giveUp.abort();
      stop();
      await finished;
    },
  };
}
