import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";

/** Where every workflow and activity of this product is queued. */
export const TASK_QUEUE = "market-intelligence";

/** What an operator finds workflows by in the Temporal UI. SQL visibility holds at most three Int attributes a namespace. */
export const SEARCH_ATTRIBUTES = {
  marketId: defineSearchAttributeKey("MarketId", SearchAttributeType.INT),
  teamId: defineSearchAttributeKey("TeamId", SearchAttributeType.INT),
  kind: defineSearchAttributeKey("WorkflowKind", SearchAttributeType.KEYWORD),
} as const;

/** What a workflow is started with: enough to run, and to tell an operator what it does and for whom. */
export interface RunInput {
  workflowId: number;
  marketId: number;
  marketName: string;
  teamId: number;
  teamName: string;
  userPrompt: string;
  jobs: { jobId: number; name: string }[];
}
