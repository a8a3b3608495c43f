import type { Payload } from "@temporalio/common";
import type { WorkflowInterceptors } from "@temporalio/workflow";
import { TRACE_HEADER } from "../contract.ts";

/** Passes the trace in which a workflow was started to its activities. The workflow itself does not read it. */
export function interceptors(): WorkflowInterceptors {
  let trace: Record<string, Payload> = {};
  return {
    inbound: [
      {
        execute(input, next) {
          const given = input.headers[TRACE_HEADER];
          trace = given === undefined ? {} : { [TRACE_HEADER]: given };
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
        scheduleLocalActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
      },
    ],
  };
}
