import type { IncomingMessage, ServerResponse } from "node:http";
import { callTRPCProcedure } from "@trpc/server";
import type { Logger } from "pino";
import { AppError } from "#foundation/errors/index";
import { assertMayRun, forgivesIdentity } from "#schema/authorization";
import type { GraphServices } from "#schema/context";
import { readBody } from "#server/body";
import { requestContext } from "#server/request-context";
import { requestRate } from "#server/request-rate";
import { send, sendFailure } from "./answer.ts";
import { failureOf } from "./failure.ts";
import { openApiDocument } from "./openapi.ts";
import { returnPreference } from "./prefer.ts";
import { checkContentType, readInput } from "./read-input.ts";
import { endpoints, type Match, routeTable } from "./route-table.ts";
import { appRouter } from "./router.ts";
import type { EndpointMeta, RestContext } from "./trpc.ts";

/** Where the OpenAPI document is, without a key. */
const OPENAPI_PATH = "/v2/openapi.json";

export interface RestOptions {
  log: Logger;
  /** Where clients reach this server, for the OpenAPI document. */
  publicUrl: string;
  /** Of one key, in this process; 0: no limit. */
  requestsPerMinute: number;
}

type Target = Extract<Match, { found: "endpoint" }>;

/** The body, when there is one. @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const { headers } = request;
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0)
    return Buffer.alloc(0);
  const body = await readBody(request);
  if (body.length > 0) checkContentType(headers);
  return body;
}

/** What a path allows: HEAD goes with GET, OPTIONS with everything. */
function allowHeader(methods: string[]): string {
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/**
 * The /v2 door: tRPC procedures by the method and path of their OpenAPI metadata. Questions are asked in the contract's order:
 * path and method, body size and type, key, permission, shape; the rest is the graph's.
 */
export function createRestHandler(services: GraphServices, { log, publicUrl, requestsPerMinute }: RestOptions) {
  const match = routeTable(endpoints);
  const document = openApiDocument(publicUrl);
  const countRequest = requestRate(requestsPerMinute);

  async function run(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    { endpoint, params }: Target,
  ): Promise<unknown> {
    const body = await bodyOf(request);
    const { document: operation, readsSessionId } = endpoint.meta;
    const graph = await requestContext(services, {
      request,
      response,
      requestId,
      ...(readsSessionId === undefined ? {} : { readsSessionId }),
      forgivesIdentity: () => forgivesIdentity(operation),
    });
    await countRequest(graph.caller, response);
    await assertMayRun(operation, graph);

    const [, query = ""] = /^[^?]*\?(.*)$/s.exec(request.url ?? "") ?? [];
    const input = readInput(endpoint, params, new URLSearchParams(query), body);
    const idempotencyKey = request.headers["idempotency-key"];
    const ctx: RestContext = {
      graph,
      prefers: returnPreference(request.headers.prefer),
      ...(typeof idempotencyKey === "string" ? { idempotencyKey } : {}),
      setHeader: (name, value) => {
        response.setHeader(name, value);
      },
    };
    return await callTRPCProcedure({
      router: appRouter,
      path: endpoint.name,
      type: endpoint.kind,
      getRawInput: async () => input,
      ctx,
      signal: undefined,
      batchIndex: 0,
    });
  }

  return async (request: IncomingMessage, response: ServerResponse, facts: { requestId: string }): Promise<void> => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    if (path === OPENAPI_PATH && method === "GET") return send(request, response, 200, document);
    const target: Match = path === OPENAPI_PATH ? { found: "path", allow: ["GET"] } : match(method, path);
    if (target.found === "path") response.setHeader("allow", allowHeader(target.allow));
    if (target.found === "path" && method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    try {
      if (target.found === "nothing") throw new AppError("NOT_FOUND");
      if (target.found === "path") throw new AppError("METHOD_NOT_ALLOWED");
      const answer = await run(request, response, facts.requestId, target);
      send(request, response, 200, answer);
    } catch (error) {
      // The client went away in the middle of its body: there is nobody to answer, and nothing was begun.
      if (request.destroyed && !request.complete && !(error instanceof AppError)) return;
      const { invalidInput, invalidCode }: Partial<EndpointMeta> =
        target.found === "endpoint" ? target.endpoint.meta : {};
      sendFailure(
        request,
        response,
        failureOf(error, invalidCode),
        invalidInput,
        log.child({ requestId: facts.requestId }),
      );
    }
  };
}
