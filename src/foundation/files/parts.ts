import { open as openFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { type Entry, fromBuffer, type Options, open, type ZipFile } from "yauzl";
import { InvalidInputError } from "../errors/index.ts";
import { type ByteSource, bufferSource, openByteSource, unpackedSource } from "./byte-source.ts";

/** A file of an archive, or the plain file itself. */
export interface FilePart {
  name: string;
  /** Unpacked bytes. Can be read once, before the next part is requested. */
  chunks: AsyncIterable<Buffer>;
}

const openZip = promisify<string, Options, ZipFile>(open);
const openZipInMemory = promisify<Buffer, Options, ZipFile>(fromBuffer);
/**
 * Tables unpack to 3 to 30 times their size, deflate at most to 1,032 times: a higher ratio means a decompression bomb.
 */
const MAX_RATIO = 200;
/** Small, repetitive files are harmless. */
const RATIO_FROM_BYTES = 64 * 1024 * 1024;

/**
 * Yields the files of a ZIP archive in its order, or the file itself, plain or gzip; tells them apart by the first
 * bytes. Memory does not grow with their size.
 * @param file its path, or its bytes
 * @throws InvalidInputError where it is missing or damaged, or unpacks at a ratio that no table has
 */
export async function* fileParts(file: string | Buffer): AsyncGenerator<FilePart> {
  if (!(await isZip(file))) {
    const source = await (typeof file === "string" ? openByteSource(file, () => {}) : bufferSource(file, () => {}));
    try {
      yield { name: typeof file === "string" ? file : "", chunks: source.chunks };
    } finally {
      source.close();
    }
    return;
  }
  const options = { lazyEntries: true, autoClose: false };
  const zip = await (typeof file === "string" ? openZip(file, options) : openZipInMemory(file, options)).catch(damaged);
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith("/") || entry.fileName.startsWith("__MACOSX/")) continue;
      const { uncompressedSize, compressedSize, fileName } = entry;
      if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
        throw new InvalidInputError(
          `${fileName} unpacks to more than ${MAX_RATIO} times its size, which no table does`,
        );
      yield { name: fileName, chunks: chunksOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

/** Marks an Excel workbook, which is a ZIP archive too but not one of tables. */
const WORKBOOK = "[Content_Types].xml";

/**
 * Opens one file: plain, gzip, or the only one in a ZIP archive. `-` is standard input, which may not be ZIP.
 * @param file its path, or its bytes
 * @param onBytes called with the number of stored bytes read so far
 * @throws InvalidInputError where it is missing, damaged (also while reading), an archive of several files, or a
 * workbook
 */
export async function openSingleFile(file: string | Buffer, onBytes: (read: number) => void): Promise<ByteSource> {
  if (!(await isZip(file)))
    return typeof file === "string" ? openByteSource(file, onBytes) : bufferSource(file, onBytes);
  const packedBytes = typeof file === "string" ? (await stat(file)).size : file.length;
  const names: string[] = [];
  for await (const { name } of fileParts(file)) names.push(name);
  if (names.includes(WORKBOOK)) throw new InvalidInputError("the file is an Excel workbook (save it as CSV)");
  if (names.length !== 1)
    throw new InvalidInputError(
      names.length === 0
        ? "the ZIP archive is empty"
        : `the ZIP archive holds ${names.length} files (${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}): extract the one to import`,
    );
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const part of fileParts(file)) for await (const chunk of part.chunks) yield chunk;
    onBytes(packedBytes);
  }
  return unpackedSource(chunks(), packedBytes, () => {});
}

const ZIP = "PK\x03\x04";

async function isZip(pathOrBytes: string | Buffer): Promise<boolean> {
  if (typeof pathOrBytes !== "string") return pathOrBytes.subarray(0, 4).toString("latin1") === ZIP;
  const file = pathOrBytes === "-" ? null : await openFile(pathOrBytes).catch(() => null);
  // `openByteSource` reports what is wrong with it.
  if (file === null) return false;
  try {
    if ((await file.stat()).isDirectory()) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString("latin1") === ZIP;
  } finally {
    await file.close();
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (let left = zip.entryCount; left > 0; left--) {
    yield await new Promise<Entry>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("error", reject);
      zip.readEntry();
    })
      .catch(damaged)
      .finally(() => zip.removeAllListeners());
  }
}

async function* chunksOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await promisify(zip.openReadStream.bind(zip) as OpenReadStream)(entry)) yield chunk;
  } catch (error) {
    damaged(error);
  }
}

type OpenReadStream = (entry: Entry, callback: (error: Error | null, stream: AsyncIterable<Buffer>) => void) => void;

function damaged(error: unknown): never {
  throw new InvalidInputError(
    `the ZIP archive is damaged or cut off (${error instanceof Error ? error.message : String(error)})`,
  );
}
