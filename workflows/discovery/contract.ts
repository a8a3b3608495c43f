import type { WorkflowName } from "../contract.ts";

/** The workflow's type name. */
export const DISCOVERY_WORKFLOW = "discoverCompanies" satisfies WorkflowName;

export interface DiscoveryResult {
  outcome: "completed" | "notClaimed";
  /** Companies in the market afterwards. */
  companies: number;
}
