import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import { traced } from "#foundation/tracing/tracing";
import type { DispatchedRun } from "#jobs/dispatched-run";
import type { Orchestrator } from "#jobs/run-queue";
import { temporalWorkflowId, type WorkflowKind } from "#jobs/workflow-runs";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { DISCOVERY_WORKFLOW } from "../discovery/contract.ts";
import { PUBLISH_WORKFLOW } from "../publishing/contract.ts";
import { executions, fairTo, LONGEST_RUN, startOnce } from "./execution-client.ts";
import type { WorkflowName, Workflows } from "./workflow-types.ts";

const TYPES = { discovery: DISCOVERY_WORKFLOW, publish: PUBLISH_WORKFLOW } as const satisfies Record<
  WorkflowKind,
  WorkflowName
>;
type MarketWorkflow = Workflows[(typeof TYPES)[WorkflowKind]];

/** Returns text that the UI can show, like summary and memo: the team and the market, but nothing of the question. */
function staticDetails(run: DispatchedRun): string {
  const jobs = run.jobs.map(({ jobId, name }) => `${jobId} (${name})`).join(", ");
  return [
    `Market **${run.marketName}** (${run.marketId}) of team **${run.teamName}** (${run.teamId}).`,
    "",
    `Jobs: ${jobs === "" ? "none" : jobs}. Progress and results are in PostgreSQL.`,
    "",
    "Here or through the API: cancel it; pause it before its next step, resume it, or skip a pipeline job, by the updates `pause`, `resume` and `skipNextStep`.",
  ].join("\n");
}

function labelOf({ kind, jobs }: DispatchedRun): string {
  if (kind === "publish") return "Publish";
  return jobs[0]?.name === "second_pass" ? "Extend" : "Discover";
}

/** Runs discoveries and publishes as workflows. */
export function marketOrchestrator(client: Client): Orchestrator<DispatchedRun> {
  return {
    start: ({ traceParent: parent, ...run }) =>
      traced(`start ${run.kind}`, { kind: "producer", parent }, () =>
        startOnce(() =>
          client.workflow.start<MarketWorkflow>(TYPES[run.kind], {
            taskQueue: TASK_QUEUE,
            workflowId: temporalWorkflowId(run.kind, run.workflowId),
            args: [run],
            workflowIdConflictPolicy: "FAIL",
            workflowIdReusePolicy: "REJECT_DUPLICATE",
            typedSearchAttributes: new TypedSearchAttributes([
              { key: SEARCH_ATTRIBUTES.marketId, value: run.marketId },
              { key: SEARCH_ATTRIBUTES.teamId, value: run.teamId },
              { key: SEARCH_ATTRIBUTES.kind, value: run.kind },
            ]),
            memo: { market: run.marketName, team: run.teamName, jobIds: run.jobs.map(({ jobId }) => jobId).join(", ") },
            staticSummary: `${labelOf(run)}: ${run.marketName} (market ${run.marketId}, ${run.teamName})`.slice(0, 200),
            staticDetails: staticDetails(run),
            priority: fairTo(run.teamId),
            workflowExecutionTimeout: LONGEST_RUN,
          }),
        ),
      ),
    ...executions(client),
  };
}
