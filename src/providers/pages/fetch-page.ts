import { createHash } from "node:crypto";
import { storableText } from "#foundation/language/storable-text";
import { FetchFailedError, FetchRefusedError } from "../fetching/errors.ts";
import type { FetchedResource, Fetcher } from "../fetching/fetcher.ts";
import { retryAfterMs } from "../retry-after.ts";
import { decodeHtml } from "./decode-html.ts";
import { emptyPage, type StoredPage } from "./page.ts";
import { EMPTY_PAGE } from "./page-data.ts";
import { READER_VERSION, readHtml } from "./read-html.ts";

const HOUR_MS = 3600_000;
/** Time after which a transient failure is retried, sooner than pages are refreshed. */
const KEEP_FAILURE_MS = HOUR_MS;
/** The longest `Retry-After` that is respected. */
const LONGEST_WAIT_MS = 7 * 24 * HOUR_MS;
const MAX_BYTES = 2_000_000;
const LONGEST_TEXT = 200_000;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const PLAIN = /^text\/plain\b/i;

export interface FetchPageOptions {
  fetcher: Pick<Fetcher, "fetch">;
  keepHours: number;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches a page by a conditional request, with the validators of the last answer, and returns the new row.
 * @throws the reason of a signal that ends the wait; `error` reports failures of the web.
 */
export async function fetchPage(
  url: string,
  stored: StoredPage | null,
  { fetcher, keepHours, signal }: FetchPageOptions,
): Promise<StoredPage> {
  const now = new Date();
  const before: StoredPage = { ...(stored ?? emptyPage(url, now)), fetchedAt: now, readBy: READER_VERSION };
  const until = (ms: number) => new Date(now.getTime() + ms);
  const keepMs = keepHours * HOUR_MS;
  try {
    const resource = await fetcher.fetch(url, {
      signal,
      maxBytes: MAX_BYTES,
      headers: {
        accept: "text/html,application/xhtml+xml,text/plain;q=0.5,*/*;q=0.1",
        ...(stored?.readBy === READER_VERSION ? validatorsOf(stored) : {}),
      },
    });
    const { status } = resource;
    if (status === 304 && before.contentHash !== "")
      return { ...before, status: 200, error: null, expiresAt: until(keepMs) };
    const answered = { ...before, status, finalUrl: resource.url };
    if (status >= 200 && status < 300) return { ...answered, ...read(resource, before, now), expiresAt: until(keepMs) };
    const error = `The site answered ${status}.`;
    // The site says that the page is gone, so its earlier text is dropped.
    if (status === 404 || status === 410)
      return { ...answered, ...nothing(before, now), error, expiresAt: until(keepMs) };
    const waitMs = retryAfterMs(resource.headers["retry-after"]) ?? KEEP_FAILURE_MS;
    return { ...answered, error, expiresAt: until(Math.min(LONGEST_WAIT_MS, Math.max(KEEP_FAILURE_MS, waitMs))) };
  } catch (error) {
    if (!(error instanceof FetchRefusedError || error instanceof FetchFailedError)) throw error;
    const expiresAt = until(error.retryable ? KEEP_FAILURE_MS : keepMs);
    return { ...before, status: null, error: error.message, expiresAt };
  }
}

function read(resource: FetchedResource, before: StoredPage, now: Date) {
  const { headers, body, contentType } = resource;
  const contentHash = createHash("sha256").update(body).digest("hex");
  const facts = {
    contentType,
    etag: headers.etag ?? "",
    lastModified: headers["last-modified"] ?? "",
    contentHash,
    changedAt: contentHash === before.contentHash ? before.changedAt : now,
    error: null,
  };
  if (PLAIN.test(contentType))
    return {
      ...facts,
      title: "",
      text: storableText(decodeHtml(body, contentType)).trim().slice(0, LONGEST_TEXT).toWellFormed(),
      data: EMPTY_PAGE,
    };
  if (!HTML.test(contentType))
    return {
      ...facts,
      ...nothing(before, now),
      error: `The page is not read: its type is ${contentType.slice(0, 80) || "not named"}.`,
    };
  try {
    return { ...facts, ...readHtml(decodeHtml(body, contentType), resource.url) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...facts, ...nothing(before, now), error: `The page is not read: ${why}.` };
  }
}

function nothing(before: StoredPage, now: Date) {
  return {
    title: "",
    text: "",
    data: EMPTY_PAGE,
    contentHash: "",
    changedAt: before.contentHash === "" ? before.changedAt : now,
  };
}

/** Returns the validators of an answer: only values that can be sent back in a header. */
function validatorsOf({ etag, lastModified, contentHash }: StoredPage): Record<string, string> {
  const isSendable = (value: string) => /^[\x20-\x7e]{1,500}$/.test(value);
  if (contentHash === "") return {};
  return {
    ...(isSendable(etag) ? { "if-none-match": etag } : {}),
    ...(isSendable(lastModified) ? { "if-modified-since": lastModified } : {}),
  };
}
