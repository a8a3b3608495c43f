import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  WorkflowFailedError,
  type WorkflowResultType,
  type WorkflowStartOptions,
} from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { ServiceUnavailableError } from "#foundation/errors/index";
import { TASK_QUEUE } from "../contract.ts";
import { AWAITED } from "./execution-client.ts";
import type { WorkflowName, Workflows } from "./workflow-types.ts";

/** Longer than an answer takes when the index has to be loaded first; a caller who wants more time may ask again. */
const WAIT_MS = 45_000;
/**
 * Pause between looks, doubled up to a second. A single call is cut after three seconds (see `client.ts`), so none can
 * wait longer.
 */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/**
 * Makes a worker answer by a workflow, and waits for the answer. Simultaneous callers with the same question wait for
 * the same execution.
 * @param what names the worker's task, for people
 * @throws ServiceUnavailableError where Temporal is away or no worker answers in time; what the workflow fails with
 */
export async function askWorker<Name extends WorkflowName>(
  client: Client,
  name: Name,
  what: string,
  options: Pick<
    WorkflowStartOptions<Workflows[Name]>,
    "workflowId" | "args" | "typedSearchAttributes" | "staticSummary"
  >,
): Promise<WorkflowResultType<Workflows[Name]>> {
  const handle = await client.workflow
    .start<Workflows[Name]>(name, {
      ...options,
      taskQueue: TASK_QUEUE,
      priority: AWAITED,
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowExecutionTimeout: WAIT_MS,
    } as WorkflowStartOptions<Workflows[Name]>)
    .catch(() => {
      throw new ServiceUnavailableError(`Temporal does not respond, and a worker is needed to ${what}`);
    });
  const until = Date.now() + WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await sleep(pauseMs);
    const { status } = await handle.describe();
    if (status.name === "COMPLETED") return handle.result();
    if (status.name !== "RUNNING") return handle.result().catch(failed);
    if (Date.now() > until) throw noAnswer();
  }
}

const noAnswer = () => new ServiceUnavailableError("no worker responds; start one (npm start) and try again");

/** Throws for an execution that no worker took in time, or one that failed. */
function failed(error: unknown): never {
  if (error instanceof WorkflowFailedError && !(error.cause instanceof ApplicationFailure)) throw noAnswer();
  throw error;
}
