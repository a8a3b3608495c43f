import type { WorkflowName } from "../contract.ts";

/** The workflow's type name. */
export const PUBLISH_WORKFLOW = "publishMarket" satisfies WorkflowName;

export interface PublishResult {
  outcome: "published" | "notClaimed";
  /** Names of the jobs that failed; the market is published all the same. */
  failedJobs: string[];
}
