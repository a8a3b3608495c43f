import type { WorkflowKind } from "./workflow-runs.ts";

/**
 * A run of a market as it is handed to Temporal: what it needs to run, and what an operator sees of it. Types alone:
 * the contract of the workflows takes their input from here.
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
  /** The trace of the request that asked for it, for the relay alone. */
  traceParent?: string | null;
}

/** What an operator may order a run to do, at the border of its next step. */
export type RunOrder = "pause" | "resume" | "skipNextStep";
