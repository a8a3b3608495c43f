import type { Client } from "@temporalio/client";
import { TypedSearchAttributes } from "@temporalio/common";
import { digestOf } from "#foundation/language/canonical-json";
import type { DiscoveryPreviewer } from "#markets/preview/preview";
import { askWorker } from "../client/ask-worker.ts";
import { SEARCH_ATTRIBUTES } from "../contract.ts";
import { CRITERIA_NOTES_WORKFLOW, PREVIEW_WORKFLOW } from "./contract.ts";

const attributesOf = (teamId: number | null): TypedSearchAttributes =>
  new TypedSearchAttributes([
    ...(teamId === null ? [] : [{ key: SEARCH_ATTRIBUTES.teamId, value: teamId }]),
    { key: SEARCH_ATTRIBUTES.kind, value: "preview" },
  ]);

/** Asks a worker, and waits for its answer. The operator's view does not show the question. */
export function discoveryPreviewer(client: Client): DiscoveryPreviewer {
  return {
    preview({ searchCriteria, first, teamId }) {
      return askWorker(client, PREVIEW_WORKFLOW, "search in its index", {
        workflowId: `preview-${digestOf([teamId, searchCriteria, first]).slice(0, 32)}`,
        args: [{ searchCriteria, first }],
        typedSearchAttributes: attributesOf(teamId),
        staticSummary: "A preview: a search without a job",
      });
    },
    read({ searchCriteria, teamId }) {
      return askWorker(client, CRITERIA_NOTES_WORKFLOW, "read the criteria", {
        workflowId: `criteria-${digestOf([teamId, searchCriteria]).slice(0, 32)}`,
        args: [{ searchCriteria }],
        typedSearchAttributes: attributesOf(teamId),
        staticSummary: "The reading of criteria: a plan without a job",
      });
    },
  };
}
