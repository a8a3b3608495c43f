import { isGrpcServiceError, type ScheduleClientInterceptor, type WorkflowClientInterceptor } from "@temporalio/client";
import type { Logger } from "pino";

/** gRPC's INVALID_ARGUMENT. */
const INVALID_ARGUMENT = 3;

/** Whether the server refuses a request for a search attribute that its namespace does not know. */
function isUnknownAttribute(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isGrpcServiceError(cause) && cause.code === INVALID_ARGUMENT && /search attribute/i.test(cause.details))
      return true;
  return false;
}

const HINT =
  "the namespace does not know the search attributes: what is started runs without, and the UI does not find it by market or team; npm run doctor says what to do";

/**
 * Starts workflows without search attributes where the server would refuse them. A namespace where they may not be
 * registered still runs jobs.
 */
export function withoutUnknownAttributes(log: Pick<Logger, "warn">): {
  workflows: WorkflowClientInterceptor;
  schedules: ScheduleClientInterceptor;
} {
  let isTold = false;
  async function again<T>(error: unknown, start: () => Promise<T>): Promise<T> {
    if (!isUnknownAttribute(error)) throw error;
    if (!isTold) log.warn(HINT);
    isTold = true;
    return start();
  }
  return {
    workflows: {
      startWithDetails: (input, next) =>
        next(input).catch((error: unknown) => {
          const { typedSearchAttributes: _, ...options } = input.options;
          return again(error, () => next({ ...input, options }));
        }),
    },
    schedules: {
      create: (input, next) =>
        next(input).catch((error: unknown) => {
          const { action } = input.options;
          const { typedSearchAttributes: _, ...plain } = action;
          return again(error, () => next({ ...input, options: { ...input.options, action: plain } }));
        }),
    },
  };
}
