import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";
import type { DispatchedRun, RunOrder } from "#jobs/dispatched-run";

/** The task queue of all workflows; activities have queues by kind (`queues.ts`). */
export const TASK_QUEUE = "market-intelligence";

/**
 * Search attributes by which an operator finds workflows in the Temporal UI. SQL visibility holds at most three Int
 * attributes per namespace.
 */
export const SEARCH_ATTRIBUTES = {
  marketId: defineSearchAttributeKey("MarketId", SearchAttributeType.INT),
  teamId: defineSearchAttributeKey("TeamId", SearchAttributeType.INT),
  kind: defineSearchAttributeKey("WorkflowKind", SearchAttributeType.KEYWORD),
} as const;

/** The updates by which operators control a run; `sandbox/steps.ts` explains each. */
export const ORDERS = { pause: "pause", resume: "resume", skipNextStep: "skipNextStep" } as const satisfies Record<
  RunOrder,
  string
>;

/** The header that carries a trace: W3C's traceparent. */
export const TRACE_HEADER = "traceparent";

/** The input of a market's workflows; the kind of a run is the workflow itself. */
export type RunInput = Omit<DispatchedRun, "kind" | "traceParent">;
