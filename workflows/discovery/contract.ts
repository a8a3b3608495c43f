/** The workflow's type name. */
export const DISCOVERY_WORKFLOW = "discoverCompanies";

export interface DiscoveryResult {
  outcome: "completed" | "notClaimed";
  /** Number of companies in the market afterwards. */
  companies: number;
  /** Names of the pipeline jobs that operators skipped. */
  skippedJobs: string[];
}
