import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { AppError, ERROR_STATUS, messageOf, retryAfterSeconds } from "#foundation/errors/index";
import { lazily } from "#foundation/loading/lazily";
import type { GraphServices } from "#schema/context";
import { knownError, logFailure } from "#schema/errors";
import { ClientGoneError } from "#server/body";
import { checkContentType } from "#server/content-type";
import type { HttpAnswer } from "#server/http-answer";
import type { Handled } from "#server/http-server";
import { parseJson } from "#server/parse-json";
import { receive } from "#server/receive";
import { sendBytes } from "#server/send-bytes";

/** JSON-RPC's codes: its own for a body that cannot be read, and a server-defined one for every other refusal. */
const PARSE_ERROR = -32700;
const REFUSED = -32000;

const API_KEY = /^Bearer +(mk_\S+) *$/i;

/**
 * Accepts a key as a bearer token, because many clients of this protocol can send it in no other way. None of our
 * tokens looks like a key.
 */
function keyAsBearer({ headers }: IncomingMessage): void {
  const [, key] = API_KEY.exec(headers.authorization ?? "") ?? [];
  if (key === undefined) return;
  headers["x-api-key"] ??= key;
  delete headers.authorization;
}

function sendRefusal(response: ServerResponse, error: unknown, log: Logger): void {
  logFailure(log, error, "a request of MCP");
  const known = knownError(error) ?? new AppError("INTERNAL_SERVER_ERROR");
  const seconds = retryAfterSeconds(known);
  const code = known.code === "INVALID_INPUT" ? PARSE_ERROR : REFUSED;
  const body = { jsonrpc: "2.0", id: null, error: { code, message: messageOf(known), data: { code: known.code } } };
  sendBytes(
    response,
    ERROR_STATUS[known.code],
    { "content-type": "application/json", ...(seconds === null ? {} : { "retry-after": String(seconds) }) },
    Buffer.from(JSON.stringify(body)),
  );
}

/**
 * Serves /mcp: the Model Context Protocol over streamable HTTP, without sessions, so that any process answers any
 * request. It is a client of the graph like the others; a tool may do what its caller's key may do.
 */
export function createMcpHandler(services: GraphServices, { log, publicUrl }: { log: Logger; publicUrl: string }) {
  const { origin: own } = new URL(publicUrl);
  // Loaded on first use, because few processes need it.
  const modules = lazily(() =>
    Promise.all([import("@modelcontextprotocol/server"), import("@modelcontextprotocol/node"), import("./server.ts")]),
  );

  return async (request: IncomingMessage, response: HttpAnswer, facts: Handled): Promise<void> => {
    facts.named?.(() => "mcp");
    const told = log.child({ requestId: facts.requestId });
    try {
      const { origin } = request.headers;
      // The protocol requires this, so that no page in a browser reaches a server on its own machine (DNS rebinding).
      if (origin !== undefined && origin !== own)
        throw new AppError("FORBIDDEN", `requests from web pages of ${origin} are not allowed`);
      if (request.method !== "POST") {
        response.setHeader("allow", "POST");
        throw new AppError("METHOD_NOT_ALLOWED");
      }
      keyAsBearer(request);
      const { context, body } = await receive(
        services,
        { request, response, requestId: facts.requestId, forgivesIdentity: () => false },
        () => checkContentType(request.headers),
      );
      const message = parseJson(body);
      const [{ createMcpHandler: serve }, { toNodeHandler }, { createMcpServer }] = await modules();
      const handler = serve((asked) => createMcpServer(context, told, asked), {
        // Nothing is told when a list changes, so such a stream would only hold a connection.
        maxSubscriptions: 0,
        onerror: (error) => told.info({ err: error }, "the protocol's library refused a request of MCP"),
      });
      response.once("close", () => void handler.close());
      await toNodeHandler(handler)(request, response, message);
    } catch (error) {
      if (response.headersSent || error instanceof ClientGoneError) throw error;
      sendRefusal(response, error, told);
    }
  };
}
