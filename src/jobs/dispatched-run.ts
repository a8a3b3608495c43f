import type { WorkflowKind } from "./workflow-runs.ts";

/**
 * A run of a market as it is handed to Temporal: enough for it to run, and for an operator to see what it does and for whom.
 * Types alone: the contract of the workflows takes their input from here.
 */
export interface DispatchedRun {
  workflowId: number;
  kind: WorkflowKind;
  marketId: number;
  marketName: string;
  teamId: number;
  teamName: string;
  userPrompt: string;
  jobs: { jobId: number; name: string }[];
}
