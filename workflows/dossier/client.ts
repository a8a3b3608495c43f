import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { DispatchedTask } from "#dossiers/tasks/dossier-runs";
import { traced } from "#foundation/tracing/tracing";
import type { Orchestrator } from "#jobs/run-queue";
import { temporalWorkflowId } from "#jobs/workflow-runs";
import { executions, fairTo, LONGEST_RUN, startOnce } from "../client/execution-client.ts";
import type { Workflows } from "../client/workflow-types.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { DOSSIER_WORKFLOW } from "./contract.ts";

/** Runs dossiers as workflows. */
export function dossierOrchestrator(client: Client): Orchestrator<DispatchedTask> {
  return {
    start: ({ traceParent: parent, ...task }) =>
      traced("start dossier", { kind: "producer", parent }, () =>
        startOnce(() =>
          client.workflow.start<Workflows[typeof DOSSIER_WORKFLOW]>(DOSSIER_WORKFLOW, {
            taskQueue: TASK_QUEUE,
            workflowId: temporalWorkflowId("dossier", task.taskId),
            args: [task],
            workflowIdConflictPolicy: "FAIL",
            workflowIdReusePolicy: "REJECT_DUPLICATE",
            typedSearchAttributes: new TypedSearchAttributes([
              { key: SEARCH_ATTRIBUTES.teamId, value: task.teamId },
              { key: SEARCH_ATTRIBUTES.kind, value: "dossier" },
            ]),
            memo: { dossier: task.agentId, team: task.teamName },
            staticSummary: `Dossier about a ${task.agentType} (${task.teamName})`.slice(0, 200),
            staticDetails: `Dossier ${task.agentId} of team ${task.teamName} (${task.teamId}).`,
            priority: fairTo(task.teamId),
            workflowExecutionTimeout: LONGEST_RUN,
          }),
        ),
      ),
    ...executions(client),
  };
}
