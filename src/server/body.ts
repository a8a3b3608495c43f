import type { IncomingMessage } from "node:http";
import { AppError } from "#foundation/errors/index";

/** The largest request body. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** A request's whole body. @throws AppError PAYLOAD_TOO_LARGE beyond the limit, without reading on */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new AppError("PAYLOAD_TOO_LARGE", "a body has at most 1 MiB");
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
