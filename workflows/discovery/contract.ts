import type { RunInput } from "../contract.ts";

/** The workflow's type name. */
export const DISCOVERY_WORKFLOW = "discoverCompanies";

export type DiscoveryInput = RunInput;

export interface DiscoveryResult {
  outcome: "completed" | "notClaimed";
  /** Companies in the market afterwards. */
  companies: number;
}
