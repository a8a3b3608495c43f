import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FetchFailedError } from "#providers/fetching/errors";
import type { Fetcher } from "#providers/fetching/fetcher";
import { retryAfterMs } from "#providers/retry-after";

/** A fetched file, as it was sent. */
export interface Download {
  path: string;
  url: string;
  /** ETag, or time of change; null where the server states neither. */
  validator: string | null;
  fetchedAt: Date;
}

/** The server has no file at this address. */
export class NoFileError extends FetchFailedError {}

/** Statuses of an address without a file. Stores of objects refuse an unknown name instead. */
const NO_FILE: ReadonlySet<number> = new Set([403, 404, 410]);

/** Size limit in bytes: the largest public dump has about 150 GB. */
const MAX_BYTES = 200e9;
/** Limit for a whole file; a few seconds of silence end it sooner. */
const TIMEOUT_MS = 24 * 3_600_000;
/** Maximum number of attempts: a download that the network cuts off is continued. */
const ATTEMPTS = 4;

const PART = "download.part";
const FILE = "file";

/**
 * Fetches a file into a folder, whole or not at all. Continues an interrupted download, if the server still has the
 * same file.
 * @param options.known validator of the file that exists already
 * @returns null where the server has no other file than that
 * @throws NoFileError, FetchRefusedError, FetchFailedError
 */
export async function download(
  fetcher: Fetcher,
  url: string,
  folder: string,
  options: { known: string | null; accept?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Download | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptDownload(fetcher, url, folder, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof FetchFailedError) || !error.retryable || attempt === ATTEMPTS) throw error;
    }
  }
}

async function attemptDownload(
  fetcher: Fetcher,
  url: string,
  folder: string,
  {
    known,
    accept = "*/*",
    signal,
  }: { known: string | null; accept?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Download | null> {
  const part = join(folder, PART);
  const begun = await readNote(folder, PART);
  const size = begun?.url === url && begun.validator !== null ? await sizeOf(part) : 0;
  const continues = size > 0 && begun?.validator != null;
  let validator: string | null = null;
  const answer = await fetcher.fetch(url, {
    headers: {
      accept,
      ...(continues ? { range: `bytes=${size}-`, "if-range": begun.validator ?? "" } : conditions(known)),
    },
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
    async into({ status, headers }) {
      if (status !== 200 && status !== 206) return null;
      const goesOn = status === 206 && headers["content-range"]?.startsWith(`bytes ${size}-`) === true;
      if (status === 206 && !goesOn) return null;
      validator = validatorOf(headers);
      await writeFile(join(folder, `${PART}.json`), JSON.stringify({ url, validator }));
      return createWriteStream(part, { flags: goesOn ? "a" : "w", mode: 0o600 });
    },
  });
  if (answer.status === 304) return null;
  if (answer.status === 416) await rm(part, { force: true });
  if (answer.status !== 200 && answer.status !== 206) {
    const Failure = NO_FILE.has(answer.status) ? NoFileError : FetchFailedError;
    throw new Failure(url, `answered with the status ${answer.status}`, answer.status === 416, {
      retryAfterMs: retryAfterMs(answer.headers["retry-after"]) ?? null,
    });
  }
  const fetchedAt = new Date();
  const path = join(folder, FILE);
  await rename(part, path);
  await rm(join(folder, `${PART}.json`), { force: true });
  await writeFile(join(folder, `${FILE}.json`), JSON.stringify({ url, validator, fetchedAt }));
  return { path, url, validator, fetchedAt };
}

/** Returns the file of an earlier download; null where there is none. */
export async function downloaded(folder: string): Promise<Download | null> {
  const note = await readNote(folder, FILE);
  const path = join(folder, FILE);
  if (note === null || (await sizeOf(path)) === 0) return null;
  return { path, url: note.url, validator: note.validator, fetchedAt: new Date(note.fetchedAt ?? 0) };
}

/** Removes a file that will not be needed again. */
export async function discard(folder: string): Promise<void> {
  await Promise.all([FILE, `${FILE}.json`].map((name) => rm(join(folder, name), { force: true })));
}

/** Returns the SHA-256 in hexadecimal digits, and the size. */
export async function digestOf(path: string, signal?: AbortSignal): Promise<{ digest: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { digest: hash.digest("hex"), bytes };
}

interface Note {
  url: string;
  validator: string | null;
  fetchedAt?: string;
}

async function readNote(folder: string, name: string): Promise<Note | null> {
  try {
    return JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as Note;
  } catch {
    return null;
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Returns a validator. A weak ETag does not prove that the bytes are the same. */
const validatorOf = ({ etag, "last-modified": lastModified }: Record<string, string>): string | null =>
  etag !== undefined && !etag.startsWith("W/") ? etag : (lastModified ?? null);

function conditions(known: string | null): Record<string, string> {
  if (known === null) return {};
  return known.startsWith('"') ? { "if-none-match": known } : { "if-modified-since": known };
}
