import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import { digestOf } from "#foundation/language/canonical-json";
import type { DiscoveryPreviewer } from "#markets/preview/preview";
import { askWorker } from "../client/ask-worker.ts";
import { SEARCH_ATTRIBUTES } from "../contract.ts";
import { PREVIEW_WORKFLOW } from "./contract.ts";

/** Asks a worker, and waits for its answer. */
export function discoveryPreviewer(client: Client): DiscoveryPreviewer {
  return {
    preview({ searchCriteria, first, teamId }) {
      return askWorker(client, PREVIEW_WORKFLOW, "search in its index", {
        workflowId: `preview-${digestOf([teamId, searchCriteria, first]).slice(0, 32)}`,
        args: [{ searchCriteria, first }],
        typedSearchAttributes: new TypedSearchAttributes([
          ...(teamId === null ? [] : [{ key: SEARCH_ATTRIBUTES.teamId, value: teamId }]),
          { key: SEARCH_ATTRIBUTES.kind, value: "preview" },
        ]),
        // The operator's view does not show the question.
        staticSummary: "A preview: a search without a job",
      });
    },
  };
}
