import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { DossierOrchestrator } from "../src/dossiers/tasks/dispatch-tasks.ts";
import type { DispatchedRun, Orchestrator } from "../src/jobs/relay.ts";
import { temporalWorkflowId, type WorkflowKind } from "../src/jobs/workflow-runs.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "./contract.ts";
import { DISCOVERY_WORKFLOW } from "./discovery/contract.ts";
import { dossierOrchestrator } from "./dossier/client.ts";
import { cancelExecution, describeExecution, startOnce } from "./execution-client.ts";
import { PUBLISH_WORKFLOW } from "./publishing/contract.ts";
import { ensureSchedule, type ScheduledWorkflow } from "./schedules.ts";

/** Longer than a healthy server ever needs; without a deadline a call to a dead one takes 20 seconds. */
const DEADLINE_MS = 3_000;
/** gRPC's NOT_FOUND. */
const NOT_FOUND = 5;

const TYPES: Record<WorkflowKind, string> = { discovery: DISCOVERY_WORKFLOW, publish: PUBLISH_WORKFLOW };

export interface TemporalClient extends Orchestrator {
  /** Runs of dossiers. */
  dossiers: DossierOrchestrator;
  /** Whether the server answers, within the deadline. */
  isUp(): Promise<boolean>;
  /** Makes the schedules be what is asked for. */
  ensureSchedules(wanted: readonly ScheduledWorkflow[]): Promise<void>;
  close(): Promise<void>;
}

function staticDetails(run: DispatchedRun): string {
  const jobs = run.jobs.map(({ jobId, name }) => `${jobId} (${name})`).join(", ");
  return [
    `Market **${run.marketName}** (${run.marketId}) of team **${run.teamName}** (${run.teamId}).`,
    "",
    ...(run.userPrompt === "" ? [] : [`> ${run.userPrompt.replace(/\s+/g, " ").slice(0, 500)}`, ""]),
    `Jobs: ${jobs === "" ? "none" : jobs}. Progress and results are in PostgreSQL; cancel here or through the API.`,
  ].join("\n");
}

/** The client of a Temporal server: connects when first used and comes back by itself after an outage. */
export function createTemporalClient(address: string, namespace: string): TemporalClient {
  const connection = Connection.lazy({
    address,
    connectTimeout: DEADLINE_MS,
    channelArgs: { "grpc.initial_reconnect_backoff_ms": 500, "grpc.max_reconnect_backoff_ms": 2_000 },
    // The relay has its own back-off; two layers of retries would only hide an outage.
    interceptors: [],
  });
  const client = new Client({ connection, namespace });
  const soon = <T>(call: () => Promise<T>) => connection.withDeadline(Date.now() + DEADLINE_MS, call);

  return {
    async start(run) {
      const kind = run.kind;
      const label = kind === "discovery" ? (run.jobs[0]?.name === "second_pass" ? "Extend" : "Discover") : "Publish";
      await startOnce(() =>
        soon(() =>
          client.workflow.start(TYPES[kind], {
            taskQueue: TASK_QUEUE,
            workflowId: temporalWorkflowId(kind, run.workflowId),
            args: [run],
            workflowIdConflictPolicy: "FAIL",
            workflowIdReusePolicy: "REJECT_DUPLICATE",
            typedSearchAttributes: new TypedSearchAttributes([
              { key: SEARCH_ATTRIBUTES.marketId, value: run.marketId },
              { key: SEARCH_ATTRIBUTES.teamId, value: run.teamId },
              { key: SEARCH_ATTRIBUTES.kind, value: kind },
            ]),
            memo: { market: run.marketName, team: run.teamName, jobIds: run.jobs.map(({ jobId }) => jobId) },
            staticSummary: `${label}: ${run.marketName} (market ${run.marketId}, ${run.teamName})`.slice(0, 200),
            staticDetails: staticDetails(run),
            workflowExecutionTimeout: "6 hours",
          }),
        ),
      );
    },

    cancel: (kind, workflowId) => cancelExecution(client, soon, temporalWorkflowId(kind, workflowId)),
    describe: (kind, workflowId) => describeExecution(client, soon, temporalWorkflowId(kind, workflowId)),
    dossiers: dossierOrchestrator(client, soon),

    async isUp() {
      try {
        await soon(() => connection.workflowService.getSystemInfo({}));
        return true;
      } catch (error) {
        return isGrpcServiceError(error) && error.code === NOT_FOUND;
      }
    },

    async ensureSchedules(wanted) {
      for (const schedule of wanted) await soon(() => ensureSchedule(client.schedule, schedule));
    },

    close: () => connection.close(),
  };
}
