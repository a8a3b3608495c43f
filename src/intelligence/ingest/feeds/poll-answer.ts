import type { Database } from "#foundation/db/database";
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
