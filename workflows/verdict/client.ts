import { setTimeout as sleep } from "node:timers/promises";
import { type Client, WorkflowFailedError } from "@temporalio/client";
import { ApplicationFailure, TypedSearchAttributes } from "@temporalio/common";
import { ServiceUnavailableError } from "#foundation/errors/index";
import type { VerdictExplainer } from "#markets/why-not/why-not";
import type { Workflows } from "../client/workflow-types.ts";
import { SEARCH_ATTRIBUTES, TASK_QUEUE } from "../contract.ts";
import { VERDICT_WORKFLOW } from "./contract.ts";

/** Longer than judging takes with an index that has to be loaded first; who waits longer may ask again. */
const WAIT_MS = 45_000;
/** Pause between looks, doubled up to the second. A single call is cut after three seconds (see `client.ts`), so none can wait. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Asks a worker, and waits for its answer. */
export function verdictExplainer(client: Client): VerdictExplainer {
  return {
    async explain({ jobId, companyId, marketId, teamId }) {
      const handle = await client.workflow
        .start<Workflows[typeof VERDICT_WORKFLOW]>(VERDICT_WORKFLOW, {
          taskQueue: TASK_QUEUE,
          workflowId: `verdict-${jobId}-${companyId}`,
          args: [{ jobId, companyId }],
          workflowIdConflictPolicy: "USE_EXISTING",
          workflowExecutionTimeout: WAIT_MS,
          typedSearchAttributes: new TypedSearchAttributes([
            { key: SEARCH_ATTRIBUTES.marketId, value: marketId },
            { key: SEARCH_ATTRIBUTES.teamId, value: teamId },
            { key: SEARCH_ATTRIBUTES.kind, value: "verdict" },
          ]),
          staticSummary: `Why not? Company ${companyId} and market ${marketId}`,
        })
        .catch(() => {
          throw new ServiceUnavailableError("Temporal is away: a worker has to judge the company");
        });
      const until = Date.now() + WAIT_MS;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        await sleep(pauseMs);
        const { status } = await handle.describe();
        if (status.name === "COMPLETED") return handle.result();
        if (status.name !== "RUNNING") return handle.result().catch(failed);
        if (Date.now() > until) throw noAnswer();
      }
    },
  };
}

const noAnswer = () => new ServiceUnavailableError("no worker answers: start one (npm start), and ask again");

/** An execution that no worker took in its time, or one that failed. */
function failed(error: unknown): never {
  if (error instanceof WorkflowFailedError && !(error.cause instanceof ApplicationFailure)) throw noAnswer();
  throw error;
}
