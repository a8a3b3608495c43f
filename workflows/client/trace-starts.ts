import type { WorkflowClientInterceptor } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { currentTraceparent } from "#foundation/tracing/tracing";
import { TRACE_HEADER } from "../contract.ts";

/** A workflow takes the trace along that it is started within. */
export const traceStarts: WorkflowClientInterceptor = {
  startWithDetails(input, next) {
    const parent = currentTraceparent();
    if (parent === null) return next(input);
    const headers = { ...input.headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(parent) };
    return next({ ...input, headers });
  },
};
