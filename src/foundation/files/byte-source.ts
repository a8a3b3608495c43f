import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InvalidInputError } from "../errors/index.ts";

/** The unpacked bytes of a file, with its beginning at hand. */
export interface ByteSource {
  /** The first bytes, at most `HEAD_BYTES` plus a chunk; the whole file where it is shorter. */
  head: Buffer;
  /** Whether the head is the whole file. */
  isWhole: boolean;
  /** All bytes, including the head. Can be read once. */
  chunks: AsyncIterable<Buffer>;
  /** Whether the bytes came out of gzip or ZIP. */
  isPacked: boolean;
  /** Size of the file as stored; null for standard input. */
  totalBytes: number | null;
  /** Releases the file before it was read to its end. */
  close(): void;
}

/** Enough to see a header, a few rows and an encoding. */
export const HEAD_BYTES = 65_536;
/**
 * Largest accepted ratio of unpacked to stored bytes. Tables unpack to 3 to 30 times their size, gzip at most to 1,032
 * times. Anything above is a decompression bomb.
 */
const MAX_RATIO = 200;
/** Unpacked bytes from which the ratio is checked: small, repetitive files are harmless. */
const RATIO_FROM_BYTES = 64 * 1024 * 1024;

/**
 * Opens a file, or standard input for `-`. Recognises gzip by the first two bytes, not by the name.
 * @param onBytes called with the number of stored bytes read so far.
 * @throws InvalidInputError where the file is missing or unreadable, or its gzip is damaged (also while reading).
 */
export async function openByteSource(path: string, onBytes: (read: number) => void): Promise<ByteSource> {
  const totalBytes = path === "-" ? null : await sizeOf(path);
  const stream: Readable = path === "-" ? process.stdin : createReadStream(path, { highWaterMark: HEAD_BYTES });
  return unpacked(counted(fileChunks(stream), onBytes), totalBytes, () => void stream.destroy());
}

/** Opens bytes already in memory, such as an answer from the web; unpacks gzip as for a file. */
export function bufferSource(bytes: Buffer, onBytes: (read: number) => void): Promise<ByteSource> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += HEAD_BYTES) {
      const piece = bytes.subarray(at, at + HEAD_BYTES);
      onBytes(at + piece.length);
      yield piece;
    }
  }
  return unpacked(pieces(), bytes.length, () => {});
}

/** Whether bytes begin as gzip does. */
export const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

async function unpacked(
  chunks: AsyncIterable<Buffer>,
  totalBytes: number | null,
  close: () => void,
): Promise<ByteSource> {
  const stored = await peek(chunks, 2);
  const isPacked = isGzip(stored.head);
  const plain = await peek(isPacked ? unpack(stored.chunks) : stored.chunks, HEAD_BYTES);
  return { ...plain, isPacked, totalBytes, close };
}

/** Opens bytes that something else has unpacked. */
export async function unpackedSource(
  chunks: AsyncIterable<Buffer>,
  totalBytes: number | null,
  close: () => void,
): Promise<ByteSource> {
  return { ...(await peek(chunks, HEAD_BYTES)), isPacked: true, totalBytes, close };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new InvalidInputError(`${path} is a folder, not a file`);
    return found.size;
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw new InvalidInputError(describeOpenError(path, error));
  }
}

function describeOpenError(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return `there is no file ${path}`;
  if (code === "EACCES" || code === "EPERM") return `no permission to read ${path}`;
  return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

async function* fileChunks(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new InvalidInputError(describeOpenError("the file", error));
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (read: number) => void): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    onBytes(read);
    yield chunk;
  }
}

async function* unpack(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let packedBytes = 0;
  const packed = Readable.from(
    counted(chunks, (read) => {
      packedBytes = read;
    }),
  );
  const gunzip = createGunzip();
  packed.on("error", (error) => gunzip.destroy(error));
  let unpackedBytes = 0;
  try {
    for await (const chunk of packed.pipe(gunzip) as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > RATIO_FROM_BYTES && unpackedBytes > packedBytes * MAX_RATIO)
        throw new InvalidInputError(
          `the gzip file unpacks to more than ${MAX_RATIO} times its size, which no table does; nothing was imported (if it is a table, unpack it and import the unpacked file)`,
        );
      yield chunk;
    }
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidInputError(`the gzip file is damaged or cut off (${reason}); nothing of it was imported`);
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

/** Reads at least `bytes` (or everything) and returns a sequence that begins with them. */
async function peek(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<Pick<ByteSource, "head" | "isWhole" | "chunks">> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let isWhole = false;
  for (let length = 0; length < bytes; ) {
    const next = await iterator.next();
    if (next.done === true) {
      isWhole = true;
      break;
    }
    first.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, isWhole, chunks: all() };
}
