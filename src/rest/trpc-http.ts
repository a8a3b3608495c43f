import type { IncomingMessage, ServerResponse } from "node:http";
import { TRPCError } from "@trpc/server";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import type { Logger } from "pino";
import { AppError, retryAfterSeconds } from "#foundation/errors/index";
import { forgivesIdentity } from "#schema/authorization";
import type { GraphServices } from "#schema/context";
import { logFailure } from "#schema/errors";
import { MAX_BODY_BYTES } from "#server/body";
import { requestContext } from "#server/request-context";
import { requestRate } from "#server/request-rate";
import { failureOf } from "./failure.ts";
import { returnPreference } from "./prefer.ts";
import { checkContentType } from "./read-input.ts";
import { type Endpoint, endpoints } from "./route-table.ts";
import { appRouter } from "./router.ts";
import { knownFailure } from "./trpc-errors.ts";

/** Where tRPC clients send their calls. */
export const TRPC_PREFIX = "/trpc/";

/** Calls in one request; a client splits larger batches by its `maxItems`. */
const MAX_BATCH_SIZE = 20;

export interface TrpcOptions {
  log: Logger;
  /** Of one key at this door, in this process; 0: no limit. */
  requestsPerMinute: number;
}

/**
 * The /trpc door for TypeScript clients: the procedures behind /v2, with the same identity, rules and answers, by tRPC's own
 * protocol. A batch is one request by one caller.
 */
export function createTrpcHandler(services: GraphServices, { log, requestsPerMinute }: TrpcOptions) {
  const byName = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const countRequest = requestRate(requestsPerMinute);

  return async (request: IncomingMessage, response: ServerResponse, facts: { requestId: string }): Promise<void> => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    // Also before a body is read: what is no JSON is no call, and a form that a browser sends by itself least of all.
    if (request.method === "POST") checkContentType(request.headers);
    if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES)
      throw new AppError("PAYLOAD_TOO_LARGE", "a body has at most 1 MiB");
    await nodeHTTPRequestHandler({
      router: appRouter,
      path: path.slice(TRPC_PREFIX.length),
      req: request,
      res: response,
      maxBodySize: MAX_BODY_BYTES,
      maxBatchSize: MAX_BATCH_SIZE,
      createContext: async ({ info }) => {
        const asked = info.calls.map((call) => byName.get(call.path)?.meta);
        const graph = await requestContext(services, {
          request,
          response,
          requestId: facts.requestId,
          readsSessionId: asked.every((meta) => meta?.readsSessionId !== false),
          forgivesIdentity: () => asked.every((meta) => meta !== undefined && forgivesIdentity(meta.document)),
        });
        await countRequest(graph.caller, response);
        const idempotencyKey = request.headers["idempotency-key"];
        return {
          graph,
          ...(typeof idempotencyKey === "string" ? { idempotencyKey } : {}),
          prefers: returnPreference(request.headers.prefer),
          setHeader: (name, value) => {
            response.setHeader(name, value);
          },
        };
      },
      responseMeta: ({ errors }) => {
        const waits = errors.map((error) =>
          retryAfterSeconds(knownFailure(error) ?? new AppError("INTERNAL_SERVER_ERROR")),
        );
        const seconds = Math.max(...waits.map((wait) => wait ?? 0), 0);
        return seconds === 0 ? {} : { headers: new Headers({ "retry-after": String(seconds) }) };
      },
      onError: ({ error, path: procedure }) => {
        const failure = failureOf(error);
        if (failure instanceof TRPCError && knownFailure(error) !== null) return;
        logFailure(log.child({ procedure, requestId: facts.requestId }), failure, "a tRPC call");
      },
    });
  };
}
