import {
  Client,
  Connection,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { DispatchedRun, ExecutionState, Orchestrator } from "../src/jobs/relay.ts";
import { temporalWorkflowId, type WorkflowKind } from "../src/jobs/workflow-runs.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "./contract.ts";
import { DISCOVERY_WORKFLOW } from "./discovery/contract.ts";
import { PUBLISH_WORKFLOW } from "./publishing/contract.ts";

/** Longer than a healthy server ever needs; without a deadline a call to a dead one takes 20 seconds. */
const DEADLINE_MS = 3_000;
/** gRPC's NOT_FOUND. */
const NOT_FOUND = 5;

const TYPES: Record<WorkflowKind, string> = { discovery: DISCOVERY_WORKFLOW, publish: PUBLISH_WORKFLOW };

/** How an execution that ended reads in a job's record. */
const CLOSED: Record<string, string> = {
  COMPLETED: "completed",
  FAILED: "failed",
  CANCELLED: "cancelled",
  TERMINATED: "terminated by an operator",
  TIMED_OUT: "timed out",
};

export interface TemporalClient extends Orchestrator {
  /** Whether the server answers, within the deadline. */
  isUp(): Promise<boolean>;
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
      try {
        await soon(() =>
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
        );
      } catch (error) {
        // Its id is the run's own number, so whoever started it meant this run; the claim settles who works on it.
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },

    async cancel(kind, workflowId) {
      try {
        await soon(() => client.workflow.getHandle(temporalWorkflowId(kind, workflowId)).cancel());
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    async describe(kind, workflowId): Promise<ExecutionState> {
      try {
        const found = await soon(() => client.workflow.getHandle(temporalWorkflowId(kind, workflowId)).describe());
        const { name } = found.status;
        if (name === "RUNNING" || name === "PAUSED" || name === "CONTINUED_AS_NEW") return { state: "open" };
        return { state: "closed", how: CLOSED[name] ?? name.toLowerCase() };
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return { state: "unknown" };
        throw error;
      }
    },

    async isUp() {
      try {
        await soon(() => connection.workflowService.getSystemInfo({}));
        return true;
      } catch (error) {
        return isGrpcServiceError(error) && error.code === NOT_FOUND;
      }
    },

    close: () => connection.close(),
  };
}
