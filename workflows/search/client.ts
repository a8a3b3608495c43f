import { type Client, WorkflowFailedError, type WorkflowStartOptions } from "@temporalio/client";
import { ConflictError, ServiceUnavailableError } from "#foundation/errors/index";
import type { Workflows } from "../client/workflow-types.ts";
import { TASK_QUEUE } from "../contract.ts";
import { REBUILD_ID, REBUILD_WORKFLOW, type RebuildResult } from "./contract.ts";

/** Starts rebuilds of the search engine's index, which workers run. */
export interface IndexRebuilder {
  /** Starts a rebuild, unless one is running. @throws ServiceUnavailableError when Temporal is unavailable */
  start(): Promise<void>;
  /** Returns the result; null while the rebuild is running. @throws ConflictError when it ended without an index */
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
