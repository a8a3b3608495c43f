import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib";
import { FetchFailedError } from "./errors.ts";

export interface BodyLimits {
  /** Limits of the body as sent and, separately, as decompressed. */
  maxBytes: number;
  /** "refuse" fails when the body is larger; "cut" keeps its first `maxBytes`. */
  whenLarger: "refuse" | "cut";
}

/** Content codings that the fetcher accepts. */
export const ACCEPTED_CODINGS = "gzip, deflate, br, zstd";

/**
 * Reads and decompresses a body piece by piece, within a limit. It never holds a large body in memory, nor a small one
 * that unpacks to a large one. Destroys the stream in any case.
 * @throws FetchFailedError when it is too large, cut off, not in its stated coding, or in a coding that was not
 * requested.
 */
export async function readBody(url: URL, body: Readable, coding: string, limits: BodyLimits): Promise<Buffer> {
  const { maxBytes, whenLarger } = limits;
  const pieces: Buffer[] = [];
  let kept = 0;
  let isFull = false;

  async function* sent() {
    let bytes = 0;
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes && whenLarger === "refuse") throw tooLarge(url, maxBytes);
      if (piece.length > 0) yield piece;
    }
  }
  async function keep(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      if (kept + piece.length > maxBytes) {
        if (whenLarger === "refuse") throw tooLarge(url, maxBytes);
        pieces.push(piece.subarray(0, maxBytes - kept));
        kept = maxBytes;
        isFull = true;
        return;
      }
      kept += piece.length;
      pieces.push(piece);
    }
  }

  // Destroying an unfinished body raises an error, which is ignored.
  body.on("error", () => {});
  try {
    const source = sent();
    const first = await source.next();
    // Some answers without a body still name a coding.
    if (first.done) return Buffer.alloc(0);
    const decoder = decoderOf(url, coding, first.value);
    async function* whole(beginning: Buffer) {
      yield beginning;
      yield* source;
    }
    if (decoder === null) await keep(whole(first.value));
    else await pipeline(whole(first.value), decoder, keep);
  } catch (error) {
    // Leaving a pipeline early closes its earlier streams; that error is expected.
    if (!isFull) throw error;
  } finally {
    body.destroy();
  }
  return Buffer.concat(pieces, kept);
}

function decoderOf(url: URL, coding: string, first: Buffer) {
  switch (coding.trim().toLowerCase()) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress();
    case "deflate":
      // "deflate" means the zlib format, but some servers send raw deflate. The zlib format begins with method 8 (RFC
      // 1950).
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      throw new FetchFailedError(url, "answered with a compression that was not requested", false);
  }
}

/** The failure of a body that is larger than `maxBytes`. */
export function tooLarge(url: URL, maxBytes: number): FetchFailedError {
  return new FetchFailedError(url, `is larger than ${(maxBytes / 1e6).toFixed(1)} MB`, false);
}
