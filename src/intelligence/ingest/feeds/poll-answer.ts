import type { Database } from "#foundation/db/database";
import { AppError, messageOf } from "#foundation/errors/index";
import { FetchFailedError, FetchRefusedError } from "#providers/fetching/errors";
import type { Fetcher } from "#providers/fetching/fetcher";

export interface PollingDeps {
  db: Pick<Database, "pool" | "query">;
  fetcher: Fetcher;
}

/** The state for the next poll. */
export interface PollAnswer {
  /** `gone`: the server said that the address will not come back (410). */
  outcome: "stored" | "notModified" | "failed" | "gone";
  result: string;
  inserted?: number;
  updated?: number;
  /** Validators to send next time; absent: keep the previous ones. */
  validators?: { etag: string | null; lastModified: string | null };
  /** How long the server asked to be left alone. */
  retryAfterMs?: number | null;
  /** There is more to read at once. */
  isBehind?: boolean;
}

/** What a poll comes to that ended with this error. @throws the error where it is none that an address or its answer may cause */
export function failureOf(error: unknown): PollAnswer {
  if (error instanceof FetchRefusedError) return { outcome: "failed", result: error.message };
  if (error instanceof FetchFailedError)
    return { outcome: "failed", result: error.message, retryAfterMs: error.retryAfterMs };
  // What was read is no feed: an expected error with a sentence of its own.
  if (error instanceof AppError) return { outcome: "failed", result: error.detail ?? messageOf(error) };
  throw error;
}
