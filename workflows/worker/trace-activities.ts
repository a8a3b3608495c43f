import type { Context } from "@temporalio/activity";
import { defaultPayloadConverter } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { traced } from "#foundation/tracing/tracing";
import { TRACE_HEADER } from "../contract.ts";

/** Makes each attempt of an activity a span of the trace in which its workflow was started. */
export const traceActivities: ActivityInterceptorsFactory = ({ info }: Context) => ({
  inbound: {
    execute(input, next) {
      const header = input.headers[TRACE_HEADER];
      const parent = header === undefined ? null : defaultPayloadConverter.fromPayload<string>(header);
      const attributes = {
        "temporal.workflow.id": info.workflowExecution?.workflowId,
        "temporal.workflow.type": info.workflowType,
        "temporal.activity.attempt": info.attempt,
      };
      return traced(`activity ${info.activityType}`, { kind: "consumer", parent, attributes }, () => next(input));
    },
  },
});
