import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { isTooLarge } from "./body.ts";
import { paced } from "./paced.ts";
import { pacedRefusal } from "./paced-refusals.ts";

/** Limits for reading an unwanted body, so that its sender gets to see the answer. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 5_000;

/** Whether the client waits for `100 Continue`, and sends no body when it gets another answer first. */
const waitsForContinue = ({ headers }: IncomingMessage): boolean => headers.expect !== undefined;

/** Reads and discards until the body ends or a limit is reached. */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const pace = paced(request);
    const stop = () => {
      clearTimeout(timer);
      pace.end();
      request.off("data", onData).off("end", stop).off("close", stop).off("error", stop);
      resolve();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) stop();
      else pace.read(chunk.length);
    };
    const timer = setTimeout(stop, MOST_MS);
    request.on("data", onData).on("end", stop).on("close", stop).on("error", stop);
    request.resume();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Whether the connection closes after the answer, because the body is, or may be, too large to read to the end. */
export function closes(request: IncomingMessage): boolean {
  const willEnd = request.headers["content-length"] !== undefined && !isTooLarge(request);
  return hasBody(request) && !request.complete && !willEnd;
}

/**
 * Sends an answer of known length; to HEAD without the body. Closing a socket over unread data resets it, and a client
 * that still sends its body would lose the answer. So the rest of that body is read and discarded first, within limits.
 * Refusals beyond a source's share wait.
 */
export function sendBytes(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, bytes: Buffer): void {
  pacedRefusal(response, status, () => sendNow(response, status, headers, bytes));
}

function sendNow(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, bytes: Buffer): void {
  const request: IncomingMessage = response.req;
  response.writeHead(status, {
    ...headers,
    ...(closes(request) ? { connection: "close" } : {}),
    "content-length": bytes.length,
  });
  const body = request.method === "HEAD" ? undefined : bytes;
  if (request.complete || !hasBody(request) || (isTooLarge(request) && waitsForContinue(request))) {
    response.end(body);
    return;
  }
  if (body !== undefined) response.write(body);
  // Node would read the rest of a body that was given up.
  void drain(request).then(() => response.end(() => request.complete || request.destroy()));
}
