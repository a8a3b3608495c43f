import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { DossierOrchestrator } from "../../src/dossiers/tasks/dispatch-tasks.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { cancelExecution, describeExecution, type Soon, startOnce } from "../execution-client.ts";
import { DOSSIER_WORKFLOW, dossierWorkflowId } from "./contract.ts";

/** Runs of dossiers as workflows. */
export function dossierOrchestrator(client: Client, soon: Soon): DossierOrchestrator {
  return {
    start: (task) =>
      startOnce(() =>
        soon(() =>
          client.workflow.start(DOSSIER_WORKFLOW, {
            taskQueue: TASK_QUEUE,
            workflowId: dossierWorkflowId(task.taskId),
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
            workflowExecutionTimeout: "2 hours",
          }),
        ),
      ),
    cancel: (taskId) => cancelExecution(client, soon, dossierWorkflowId(taskId)),
    describe: (taskId) => describeExecution(client, soon, dossierWorkflowId(taskId)),
  };
}
