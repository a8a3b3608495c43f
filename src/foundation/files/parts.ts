import { open as openFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type Entry, type Options, open, type ZipFile } from "yauzl";
import { InvalidInputError } from "../errors/index.ts";
import { openByteSource } from "./byte-source.ts";

/** A file of an archive, or the one that is no archive. */
export interface FilePart {
  name: string;
  /** Unpacked. To be read once, before the next part is asked for. */
  chunks: AsyncIterable<Buffer>;
}

const openZip = promisify<string, Options, ZipFile>(open);
/** Tables unpack to 3 to 30 times their size, deflate at most to 1,032 times: more than this is no table but a bomb. */
const MAX_RATIO = 200;
/** Small, repetitive files are harmless. */
const RATIO_FROM_BYTES = 64 * 1024 * 1024;

/**
 * The files of a ZIP archive in its order, or the file itself, plain or gzip; told apart by the first bytes. Memory does not grow
 * with either.
 * @throws InvalidInputError where it is missing, damaged, or unpacks to what no table does
 */
export async function* fileParts(path: string): AsyncGenerator<FilePart> {
  if (!(await isZip(path))) {
    const source = await openByteSource(path, () => {});
    try {
      yield { name: path, chunks: source.chunks };
    } finally {
      source.close();
    }
    return;
  }
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch(damaged);
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith("/") || entry.fileName.startsWith("__MACOSX/")) continue;
      const { uncompressedSize, compressedSize, fileName } = entry;
      if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
        throw new InvalidInputError(`${fileName} unpacks to more than ${MAX_RATIO} times its size, as no table does`);
      yield { name: fileName, chunks: chunksOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await openFile(path).catch(() => null);
  // `openByteSource` says what is wrong with it.
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString("latin1") === "PK\x03\x04";
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
