import { gunzipSync } from "node:zlib";
import { isGzip } from "#foundation/files/byte-source";
import { FetchFailedError } from "#providers/fetching/errors";
import type { Fetcher } from "#providers/fetching/fetcher";
import { monthlyAddresses } from "./monthly-address.ts";

/** A month of Common Crawl's news has fewer than a thousand files, which are less than 100 kB. */
const MAX_LIST_BYTES = 4_000_000;
/** Files of about a day. A sync that is further behind passes over the older ones. */
const MOST_BEHIND = 24;

/**
 * Finds the next file of an archive that grows: after the last one that was read, or the newest if none was. The files
 * of the present and the last month are looked at, in the order of their names, which hold the time.
 * @param address address of the list, one path a line, plain or gzip
 * @returns the address of the file; null where there is no newer one
 * @throws FetchRefusedError, FetchFailedError
 */
export async function nextOfArchive(
  fetcher: Fetcher,
  address: string,
  lastRead: string | null,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const lists = await Promise.all(monthlyAddresses(address, 2).map((list) => listed(fetcher, list, signal)));
  const found = lists.filter((files) => files !== null);
  if (found.length === 0) throw new FetchFailedError(address, "has no list of files", false);
  const files = found.flat().sort();
  if (lastRead === null) return files.at(-1) ?? null;
  return files.filter((file) => file > lastRead).slice(-MOST_BEHIND)[0] ?? null;
}

/** Returns the addresses of the files on a list; null where there is none at that address. */
async function listed(fetcher: Fetcher, list: string, signal: AbortSignal | undefined): Promise<string[] | null> {
  const { status, body } = await fetcher.fetch(list, { maxBytes: MAX_LIST_BYTES, retries: 2, signal });
  // Stores of objects refuse an unknown name.
  if (status === 403 || status === 404) return null;
  if (status !== 200) throw new FetchFailedError(list, `answered with the status ${status}`, true);
  return textOf(list, body)
    .split("\n")
    .map((path) => path.trim())
    .filter((path) => path !== "")
    .map((path) => new URL(`/${path.replace(/^\/+/, "")}`, list).href);
}

function textOf(list: string, body: Buffer): string {
  if (!isGzip(body)) return body.toString("utf8");
  try {
    return gunzipSync(body, { maxOutputLength: MAX_LIST_BYTES }).toString("utf8");
  } catch {
    throw new FetchFailedError(list, "is no list of files: it cannot be unpacked", false);
  }
}
