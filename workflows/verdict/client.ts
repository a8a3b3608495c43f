import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import type { VerdictExplainer } from "#markets/why-not/why-not";
import { askWorker } from "../client/ask-worker.ts";
import { SEARCH_ATTRIBUTES } from "../contract.ts";
import { VERDICT_WORKFLOW } from "./contract.ts";

/** Asks a worker, and waits for its answer. */
export function verdictExplainer(client: Client): VerdictExplainer {
  return {
    explain: ({ jobId, companyId, marketId, teamId }) =>
      askWorker(client, VERDICT_WORKFLOW, "judge the company", {
        workflowId: `verdict-${jobId}-${companyId}`,
        args: [{ jobId, companyId }],
        typedSearchAttributes: new TypedSearchAttributes([
          { key: SEARCH_ATTRIBUTES.marketId, value: marketId },
          { key: SEARCH_ATTRIBUTES.teamId, value: teamId },
          { key: SEARCH_ATTRIBUTES.kind, value: "verdict" },
        ]),
        staticSummary: `Why not? Company ${companyId} and market ${marketId}`,
      }),
  };
}
