import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { DispatchedFill } from "#columns/fills/fill-runs";
import { traced } from "#foundation/tracing/tracing";
import type { Orchestrator } from "#jobs/run-queue";
import { temporalWorkflowId } from "#jobs/workflow-runs";
import { executions, fairTo, LONGEST_RUN, startOnce } from "../client/execution-client.ts";
import type { Workflows } from "../client/workflow-types.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { COLUMNS_WORKFLOW } from "./contract.ts";

/** Runs fills of markets' columns as workflows. */
export function columnsOrchestrator(client: Client): Orchestrator<DispatchedFill> {
  return {
    start: ({ traceParent: parent, ...fill }) =>
      traced("start columns", { kind: "producer", parent }, () =>
        startOnce(() =>
          client.workflow.start<Workflows[typeof COLUMNS_WORKFLOW]>(COLUMNS_WORKFLOW, {
            taskQueue: TASK_QUEUE,
            workflowId: temporalWorkflowId("columns", fill.fillId),
            args: [fill],
            workflowIdConflictPolicy: "FAIL",
            workflowIdReusePolicy: "REJECT_DUPLICATE",
            typedSearchAttributes: new TypedSearchAttributes([
              { key: SEARCH_ATTRIBUTES.marketId, value: fill.marketId },
              { key: SEARCH_ATTRIBUTES.teamId, value: fill.teamId },
              { key: SEARCH_ATTRIBUTES.kind, value: "columns" },
            ]),
            memo: { market: fill.marketName, team: fill.teamName },
            staticSummary: `Columns of ${fill.marketName} (${fill.teamName})`.slice(0, 200),
            staticDetails: `Columns of market ${fill.marketName} (${fill.marketId}) of team ${fill.teamName} (${fill.teamId}).`,
            priority: fairTo(fill.teamId),
            workflowExecutionTimeout: LONGEST_RUN,
          }),
        ),
      ),
    ...executions(client),
  };
}
