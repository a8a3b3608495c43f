import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import type { PayloadCodec } from "@temporalio/common";
import type { Logger } from "pino";
import type { DispatchedFill } from "#columns/fills/fill-runs";
import type { DispatchedTask } from "#dossiers/tasks/dossier-runs";
import type { TemporalServer } from "#foundation/config/temporal";
import type { DispatchedRun } from "#jobs/dispatched-run";
import type { RunOperator } from "#jobs/run-operator";
import type { Orchestrator } from "#jobs/run-queue";
import type { DiscoveryPreviewer } from "#markets/preview/preview";
import type { VerdictExplainer } from "#markets/why-not/why-not";
import type { MonitorScheduler } from "#monitors/monitor-schedules";
import { columnsOrchestrator } from "../columns/client.ts";
import { dossierOrchestrator } from "../dossier/client.ts";
import { monitorScheduler } from "../monitors/client.ts";
import { discoveryPreviewer } from "../preview/client.ts";
import { type IndexRebuilder, indexRebuilder } from "../search/client.ts";
import { verdictExplainer } from "../verdict/client.ts";
import { deadlineInterceptor } from "./deadline.ts";
import { marketOrchestrator } from "./market-client.ts";
import { runOperator } from "./run-operator.ts";
import { ensureSchedule, type ScheduledWorkflow } from "./schedules.ts";
import { traceStarts } from "./trace-starts.ts";
import { withoutUnknownAttributes } from "./unknown-attributes.ts";

/** Longer than a healthy server needs; without a deadline, a call to a dead one takes 20 seconds. */
const DEADLINE_MS = 3_000;
/** gRPC's NOT_FOUND. */
const NOT_FOUND = 5;

export interface TemporalClient {
  /** Runs of markets. */
  markets: Orchestrator<DispatchedRun>;
  dossiers: Orchestrator<DispatchedTask>;
  columns: Orchestrator<DispatchedFill>;
  /** Pauses and resumes runs. */
  operator: RunOperator;
  /** Judges single companies in a worker. */
  verdicts: VerdictExplainer;
  /** Searches in a worker's index, without a job. */
  previews: DiscoveryPreviewer;
  /** Schedules of monitors. */
  monitors: MonitorScheduler;
  /** Makes the index of the search engine anew. */
  search: IndexRebuilder;
  /** Whether the server answers, within the deadline. */
  isUp(): Promise<boolean>;
  /** Creates, updates or removes the schedules as configured. */
  ensureSchedules(wanted: readonly ScheduledWorkflow[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes the client of a Temporal server, which connects when first used and recovers by itself after an outage. */
export function createTemporalClient(
  server: TemporalServer,
  namespace: string,
  codec: PayloadCodec,
  log: Pick<Logger, "warn">,
): TemporalClient {
  const connection = Connection.lazy({
    ...server,
    connectTimeout: DEADLINE_MS,
    channelArgs: { "grpc.initial_reconnect_backoff_ms": 500, "grpc.max_reconnect_backoff_ms": 2_000 },
    // Replaces the client's own retries: the relay has its own back-off, and two layers would only hide an outage.
    interceptors: [deadlineInterceptor(DEADLINE_MS)],
  });
  const searchable = withoutUnknownAttributes(log);
  const client = new Client({
    connection,
    namespace,
    dataConverter: { payloadCodecs: [codec] },
    interceptors: { workflow: [traceStarts, searchable.workflows], schedule: [searchable.schedules] },
  });

  return {
    markets: marketOrchestrator(client),
    dossiers: dossierOrchestrator(client),
    columns: columnsOrchestrator(client),
    operator: runOperator(client),
    verdicts: verdictExplainer(client),
    previews: discoveryPreviewer(client),
    monitors: monitorScheduler(client),
    search: indexRebuilder(client),

    async isUp() {
      try {
        await connection.workflowService.getSystemInfo({});
        return true;
      } catch (error) {
        return isGrpcServiceError(error) && error.code === NOT_FOUND;
      }
    },

    async ensureSchedules(wanted) {
      for (const schedule of wanted) await ensureSchedule(client.schedule, schedule);
    },

    close: () => connection.close(),
  };
}
