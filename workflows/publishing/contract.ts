/** The workflow's type name. */
export const PUBLISH_WORKFLOW = "publishMarket";

export interface PublishResult {
  outcome: "published" | "notClaimed";
  /** Names of the jobs that failed; the market is published all the same. */
  failedJobs: string[];
  /** Names of the jobs that operators skipped. */
  skippedJobs: string[];
}
