import type { Database } from "#foundation/db/database";
import { AppError, messageOf } from "#foundation/errors/index";
import { FetchFailedError, FetchRefusedError } from "#providers/fetching/errors";
import type { Fetcher } from "#providers/fetching/fetcher";

export interface PollingDeps {
  db: Pick<Database, "pool" | "query">;
  fetcher: Fetcher;
}

/** The result of a poll, with the state for the next one. */
export interface PollAnswer {
  /** `gone` means that the address will not come back (410). */
  outcome: "stored" | "notModified" | "failed" | "gone";
  result: string;
  inserted?: number;
  updated?: number;
  /** Validators to send next time; if absent, the previous ones are kept. */
  validators?: { etag: string | null; lastModified: string | null };
  /** How long the server asked us to wait. */
  retryAfterMs?: number | null;
  /** True if there is more to read at once. */
  isBehind?: boolean;
}

/** Converts an error to the result of a poll. @throws the error if neither an address nor its answer can cause it */
export function failureOf(error: unknown): PollAnswer {
  if (error instanceof FetchRefusedError) return { outcome: "failed", result: error.message };
  if (error instanceof FetchFailedError)
    return { outcome: "failed", result: error.message, retryAfterMs: error.retryAfterMs };
  // The answer is not a feed. This is an expected error with its own message.
  if (error instanceof AppError) return { outcome: "failed", result: error.detail ?? messageOf(error) };
  throw error;
}
