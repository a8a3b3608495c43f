import type { IncomingMessage } from "node:http";
import { AppError } from "#foundation/errors/index";
import { paced } from "./paced.ts";

/** The largest request body. */
export const MAX_BODY_BYTES = 1024 * 1024;

export interface Body {
  /** Includes a body that was discarded. */
  size: number;
  /** Empty where the body was discarded. */
  bytes: Buffer;
}

/** The client disconnected in the middle of its body: no answer is possible, and nothing was begun. */
export class ClientGoneError extends Error {
  constructor() {
    super("the client went away");
    this.name = "ClientGoneError";
  }
}

const tooLarge = () => new AppError("PAYLOAD_TOO_LARGE", "the body is larger than the limit of 1 MiB");

/** Whether the headers already show that the body is too large. */
export const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES;

/**
 * Reads a request's whole body, or only its size with `keep` false. Leaves bytes beyond the limit to `sendBytes`.
 * @throws AppError PAYLOAD_TOO_LARGE; ClientGoneError
 */
export async function readBody(request: IncomingMessage, { keep = true } = {}): Promise<Body> {
  if (isTooLarge(request)) throw tooLarge();
  const { headers } = request;
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0)
    return { size: 0, bytes: Buffer.alloc(0) };
  const length = Number(headers["content-length"] ?? Number.NaN);
  // It need not be read to be counted; `sendBytes` discards it.
  if (!keep && length > 0) return { size: length, bytes: Buffer.alloc(0) };
  const chunks: Buffer[] = [];
  const pace = paced(request);
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      pace.end();
      request.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone).pause();
      outcome();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) settle(() => reject(tooLarge()));
      else if (keep) chunks.push(chunk);
      else pace.read(chunk.length);
    };
    const onEnd = () => settle(resolve);
    const onGone = () => settle(() => reject(new ClientGoneError()));
    request.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
  });
  return { size, bytes: Buffer.concat(chunks) };
}
