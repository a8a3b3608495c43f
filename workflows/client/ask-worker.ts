import {
  type Client,
  isGrpcDeadlineError,
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
  const away = () => new ServiceUnavailableError(`Temporal does not respond, and a worker is needed to ${what}`);
  const handle = await client.workflow
    .start<Workflows[Name]>(name, {
      ...options,
      taskQueue: TASK_QUEUE,
      priority: AWAITED,
      workflowIdConflictPolicy: "USE_EXISTING",
      workflowExecutionTimeout: WAIT_MS,
    } as WorkflowStartOptions<Workflows[Name]>)
    .catch(() => {
      throw away();
    });
  const until = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await handle.result();
    } catch (error) {
      if (error instanceof WorkflowFailedError) throw error.cause instanceof ApplicationFailure ? error : noAnswer();
      if (!isGrpcDeadlineError(error)) throw away();
      // The server answers as soon as the execution ends, but each call is cut after three seconds (see `client.ts`).
      if (Date.now() > until) throw noAnswer();
      // Tells a server that still waits from one that hangs.
      await handle.describe().catch(() => {
        throw away();
      });
    }
  }
}

const noAnswer = () => new ServiceUnavailableError("no worker responds; start one (npm start) and try again");
