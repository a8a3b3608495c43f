import type { IncomingMessage, ServerResponse } from "node:http";
import type { GraphContext } from "#schema/context";
import { returnPreference } from "./prefer.ts";
import type { RestContext } from "./trpc.ts";

/** Makes what a procedure knows about its request, for any door. */
export function restContext(request: IncomingMessage, response: ServerResponse, graph: GraphContext): RestContext {
  const idempotencyKey = request.headers["idempotency-key"];
  return {
    graph,
    prefers: returnPreference(request.headers.prefer),
    ...(typeof idempotencyKey === "string" ? { idempotencyKey } : {}),
    setHeader: (name, value) => {
      response.setHeader(name, value);
    },
  };
}
