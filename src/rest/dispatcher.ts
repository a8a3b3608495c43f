import type { IncomingMessage } from "node:http";
import { callTRPCProcedure } from "@trpc/server";
import type { Logger } from "pino";
import { AppError } from "#foundation/errors/index";
import { lazily } from "#foundation/loading/lazily";
import { forgivesIdentity } from "#schema/authorization";
import type { GraphServices } from "#schema/context";
import { ClientGoneError } from "#server/body";
import { checkContentType } from "#server/content-type";
import type { HttpAnswer } from "#server/http-answer";
import type { Handled } from "#server/http-server";
import { receive } from "#server/receive";
import { queryIn } from "#server/request-context";
import { sendBytes } from "#server/send-bytes";
import { JSON_TYPE, send, sendFailure } from "./answer.ts";
import { failureOf } from "./failure.ts";
import { readInput } from "./read-input.ts";
import { restContext } from "./rest-context.ts";
import { endpoints, type Match, routeTable } from "./route-table.ts";
import { appRouter } from "./router.ts";
import type { EndpointMeta } from "./trpc.ts";

/** The path of the OpenAPI document, which needs no key. */
const OPENAPI_PATH = "/v2/openapi.json";

export interface RestOptions {
  log: Logger;
  /** The public address of this server, for the OpenAPI document. */
  publicUrl: string;
}

type Target = Extract<Match, { found: "endpoint" }>;

/** Returns the methods of a path: HEAD comes with GET, OPTIONS always. */
function allowHeader(methods: string[]): string {
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/**
 * Serves /v2: tRPC procedures by the method and path of their OpenAPI metadata. Checks follow the contract's order:
 * path and method, body size and type, key, permission, shape; the graph does the rest.
 */
export function createRestHandler(services: GraphServices, { log, publicUrl }: RestOptions) {
  const match = routeTable(endpoints);
  // Made once, because it is public, and on first use, because its generator takes long to load.
  const document = lazily(async () => {
    const { openApiDocument } = await import("./openapi.ts");
    return Buffer.from(JSON.stringify(openApiDocument(publicUrl)));
  });

  async function run(
    request: IncomingMessage,
    response: HttpAnswer,
    requestId: string,
    { endpoint, params }: Target,
  ): Promise<unknown> {
    const { document: operation, readsSessionId } = endpoint.meta;
    const facts = {
      request,
      response,
      requestId,
      ...(readsSessionId === undefined ? {} : { readsSessionId }),
      forgivesIdentity: () => forgivesIdentity(operation),
    };
    const { context: graph, body } = await receive(services, facts, () => checkContentType(request.headers));
    return await callTRPCProcedure({
      router: appRouter,
      path: endpoint.name,
      type: endpoint.kind,
      // The procedure checks the permission first.
      getRawInput: async () => readInput(endpoint, params, queryIn(request) ?? new URLSearchParams(), body),
      ctx: restContext(request, response, graph),
      signal: undefined,
      batchIndex: 0,
    });
  }

  return async (request: IncomingMessage, response: HttpAnswer, facts: Handled): Promise<void> => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    if (path === OPENAPI_PATH && method === "GET")
      return sendBytes(response, 200, { "content-type": JSON_TYPE }, await document());
    const target: Match = path === OPENAPI_PATH ? { found: "path", allow: ["GET"] } : match(method, path);
    if (target.found === "path") response.setHeader("allow", allowHeader(target.allow));
    if (target.found === "path" && method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    try {
      if (target.found === "nothing") throw new AppError("NOT_FOUND");
      if (target.found === "path") throw new AppError("METHOD_NOT_ALLOWED");
      facts.named?.(() => `v2 ${target.endpoint.name}`);
      const answer = await run(request, response, facts.requestId, target);
      send(response, 200, answer);
    } catch (error) {
      if (error instanceof ClientGoneError) return;
      const { invalidInput, invalidCode }: Partial<EndpointMeta> =
        target.found === "endpoint" ? target.endpoint.meta : {};
      sendFailure(response, failureOf(error, invalidCode), invalidInput, log.child({ requestId: facts.requestId }));
    }
  };
}
