import type { IncomingMessage } from "node:http";
import { beginSpan, noteRequest } from "#foundation/tracing/tracing";
import { endOf } from "./answer-end.ts";
import type { HttpAnswer } from "./http-answer.ts";

/**
 * Serves a request within its span, where requests are traced; the span continues the client's `traceparent`.
 * @param operation read at the end: the requested operation, in words of few values
 */
export function traceRequest(
  request: IncomingMessage,
  response: HttpAnswer,
  { requestId, operation }: { requestId: string; operation: () => string },
  serve: () => void,
): void {
  const method = request.method ?? "GET";
  const open = beginSpan(method, { kind: "server", parent: request.headers.traceparent });
  if (open === null) {
    serve();
    return;
  }
  response.once("close", () => {
    const { errorType } = endOf(response);
    open.span.name = `${method} ${operation()}`;
    Object.assign(open.span.attributes, {
      "http.request.method": method,
      "http.response.status_code": response.headersSent ? response.statusCode : undefined,
      "error.type": errorType,
      "market.operation": operation(),
      "market.request_id": requestId,
    });
    open.end(errorType);
  });
  open.within(() => {
    noteRequest({ requestId });
    serve();
  });
}
