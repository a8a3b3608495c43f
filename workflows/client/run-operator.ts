import { randomUUID } from "node:crypto";
import {
  type Client,
  isGrpcServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import { ConflictError, ServiceUnavailableError } from "#foundation/errors/index";
import type { RunOperator } from "#jobs/run-operator";
import { ORDERS } from "../contract.ts";

/** How long a worker has for its answer: it may still be starting, or be in the middle of a workflow task. */
const WAIT_MS = 12_000;

const noAnswer = () =>
  new ServiceUnavailableError(
    "no worker responds; start one (npm start). It may still follow this instruction, so read the job's log before you repeat it",
  );

/** Gives orders to executions as updates, which a worker validates and answers. */
export function runOperator({ workflow }: Client): RunOperator {
  return {
    async order(execution, order, by) {
      const handle = workflow.getHandle(execution);
      // With one id, an order that is sent again takes effect only once.
      const updateId = randomUUID();
      for (const until = Date.now() + WAIT_MS; ; ) {
        try {
          return await handle.executeUpdate<string, [reason: string, by: string]>(ORDERS[order], {
            args: ["", by],
            updateId,
          });
        } catch (error) {
          if (error instanceof WorkflowUpdateFailedError)
            throw new ConflictError(error.cause?.message ?? error.message);
          if (error instanceof WorkflowNotFoundError) throw new ConflictError("this run has ended");
          // A single call is cut after three seconds (see `client.ts`).
          if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError && Date.now() < until) continue;
          if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) throw noAnswer();
          if (isGrpcServiceError(error) || isGrpcServiceError((error as Error).cause))
            throw new ServiceUnavailableError(
              "Temporal does not respond, so the instruction cannot reach a worker; try again later",
            );
          throw error;
        }
      }
    },
  };
}
