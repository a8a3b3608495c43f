import type { WorkflowClientInterceptor } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { currentTraceparent } from "#foundation/tracing/tracing";
import { TRACE_HEADER } from "../contract.ts";

/** Passes the current trace to a workflow at its start. */
export const traceStarts: WorkflowClientInterceptor = {
  startWithDetails(input, next) {
    const parent = currentTraceparent();
    if (parent === null) return next(input);
    const headers = { ...input.headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(parent) };
    return next({ ...input, headers });
  },
};
