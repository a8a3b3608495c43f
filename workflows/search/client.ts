import { type Client, WorkflowFailedError, type WorkflowStartOptions } from "@temporalio/client";
import { ConflictError, ServiceUnavailableError } from "#foundation/errors/index";
import type { Workflows } from "../client/workflow-types.ts";
import { TASK_QUEUE } from "../contract.ts";
import { REBUILD_ID, REBUILD_WORKFLOW, type RebuildResult } from "./contract.ts";

/** Has workers make the index of the search engine anew. */
export interface IndexRebuilder {
  /** Starts a rebuild, or finds the one that runs. @throws ServiceUnavailableError where Temporal is away */
  start(): Promise<void>;
  /** What became of it; null: it still runs. @throws ConflictError where it ended without an index */
  outcome(): Promise<RebuildResult | null>;
}

export function indexRebuilder({ workflow }: Client): IndexRebuilder {
  return {
    async start() {
      try {
        await workflow.start<Workflows["rebuildSearchIndex"]>(REBUILD_WORKFLOW, {
          workflowId: REBUILD_ID,
          taskQueue: TASK_QUEUE,
          workflowIdConflictPolicy: "USE_EXISTING",
          staticSummary: "Rebuild the search engine's index",
        } as WorkflowStartOptions<Workflows["rebuildSearchIndex"]>);
      } catch (error) {
        throw Object.assign(
          new ServiceUnavailableError("Temporal does not respond, and a worker is needed to build the index"),
          { cause: error },
        );
      }
    },
    async outcome() {
      const handle = workflow.getHandle<Workflows["rebuildSearchIndex"]>(REBUILD_ID);
      if ((await handle.describe()).status.name === "RUNNING") return null;
      try {
        return await handle.result();
      } catch (error) {
        if (!(error instanceof WorkflowFailedError)) throw error;
        throw new ConflictError(`the rebuild ended: ${error.cause?.message ?? error.message}`);
      }
    },
  };
}
