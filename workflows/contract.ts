import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";

/** The task queue of all workflows and activities. */
export const TASK_QUEUE = "market-intelligence";

/**
 * Search attributes, by which an operator finds workflows in the Temporal UI. SQL visibility holds at most three Int
 * attributes a namespace.
 */
export const SEARCH_ATTRIBUTES = {
  marketId: defineSearchAttributeKey("MarketId", SearchAttributeType.INT),
  teamId: defineSearchAttributeKey("TeamId", SearchAttributeType.INT),
  kind: defineSearchAttributeKey("WorkflowKind", SearchAttributeType.KEYWORD),
} as const;

/**
 * The input of a market's workflows: enough to run, and to show an operator what it does and for whom. A run that is
 * dispatched (`DispatchedRun`) is checked against it where the client starts a workflow.
 */
export interface RunInput {
  workflowId: number;
  marketId: number;
  marketName: string;
  teamId: number;
  teamName: string;
  userPrompt: string;
  jobs: { jobId: number; name: string }[];
}
