import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import type { Logger } from "pino";
import { AppError, retryAfterSeconds } from "#foundation/errors/index";
import { forgivesIdentity } from "#schema/authorization";
import type { GraphServices } from "#schema/context";
import { logFailure } from "#schema/errors";
import { ClientGoneError } from "#server/body";
import { checkContentType } from "#server/content-type";
import type { HttpAnswer } from "#server/http-answer";
import type { Handled } from "#server/http-server";
import { receive } from "#server/receive";
import { closes, drain } from "#server/send-bytes";
import { failureOf } from "./failure.ts";
import { restContext } from "./rest-context.ts";
import { type Endpoint, endpoints } from "./route-table.ts";
import { appRouter } from "./router.ts";
import { knownFailure } from "./trpc-errors.ts";

/** The path of tRPC calls. */
export const TRPC_PREFIX = "/trpc/";

/** Calls per request; a client splits larger batches by its `maxItems`. */
const MAX_BATCH_SIZE = 20;

export interface TrpcOptions {
  log: Logger;
}

/**
 * Returns the procedure names that tRPC will read from a path; commas separate those of a batch. tRPC refuses a badly
 * encoded path.
 */
function calledBy(path: string): string[] {
  try {
    return decodeURIComponent(path).split(",");
  } catch {
    return [path];
  }
}

/**
 * Serves /trpc for TypeScript clients: the procedures behind /v2, with the same identity, rules and answers, by tRPC's
 * own protocol. A batch is one request by one caller, and costs as much as its calls together.
 */
export function createTrpcHandler(services: GraphServices, { log }: TrpcOptions) {
  const byName = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

  return async (request: IncomingMessage, response: HttpAnswer, facts: Handled): Promise<void> => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    // Checked before a body is read: only JSON is a call, and no form that a browser sends by itself is.
    if (request.method === "POST") checkContentType(request.headers);
    const procedures = path.slice(TRPC_PREFIX.length);
    const asked = calledBy(procedures).map((name) => byName.get(name)?.meta);
    if (asked.every((meta) => meta !== undefined))
      facts.named?.(() => `trpc ${asked.length > 1 ? "batch" : procedures}`);
    const [received] = await Promise.allSettled([
      receive(services, {
        request,
        response,
        requestId: facts.requestId,
        points: asked.length,
        readsSessionId: asked.every((meta) => meta?.readsSessionId !== false),
        forgivesIdentity: () => asked.every((meta) => meta !== undefined && forgivesIdentity(meta.document)),
      }),
    ]);
    if (received.status === "rejected") {
      if (received.reason instanceof ClientGoneError) return;
      // tRPC answers a refusal at once: a client that is still sending would not see it.
      if (closes(request)) response.setHeader("connection", "close");
      await drain(request);
    }
    // tRPC takes the parsed body from here.
    Object.assign(request, { body: received.status === "fulfilled" ? received.value.body.toString() : "" });
    await nodeHTTPRequestHandler({
      router: appRouter,
      path: procedures,
      req: request,
      res: response,
      maxBatchSize: MAX_BATCH_SIZE,
      createContext: () => {
        if (received.status === "rejected") throw received.reason;
        return restContext(request, response, received.value.context);
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
