import type { WorkflowKind } from "./workflow-runs.ts";

/**
 * A run of a market as dispatched to Temporal: what it needs to run, and what an operator sees of it. Types only,
 * because the contract of the workflows takes their input from here.
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
  /** Trace of the request that started it; only the relay reads it. */
  traceParent?: string | null;
}

/** What an operator may order a run to do before its next step. */
export type RunOrder = "pause" | "resume" | "skipNextStep";
