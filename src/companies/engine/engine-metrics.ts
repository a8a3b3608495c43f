import { Counter } from "prom-client";
import type { Queries } from "#foundation/db/database";
import { gaugeOf, metric } from "#foundation/metrics/metrics";
import { waitingChanges } from "./search-status.ts";

const observeChanges = gaugeOf(
  "search_index_changes_waiting",
  "Changes of companies that the search engine does not have yet; absent: the embedded engine finds companies",
  [],
);
const observeLag = gaugeOf(
  "search_index_lag_seconds",
  "Seconds since the first change that the search engine does not have yet; 0: it has all",
  [],
);

/**
 * Counts what kept changes from the search engine: attempts while it was `away`, and companies that it `refused`, at
 * each attempt anew.
 */
export const searchFailures = new Counter(
  metric(
    "search_index_failures_total",
    "Attempts to bring changes of companies into the search engine while it was away, and companies that it refused",
    ["kind"],
  ),
);

/** Measures the lag of the search engine behind the directory. @returns a function that ends it */
export function measureSearch(db: Queries): () => void {
  const ends = [
    observeChanges(async () => [{ labels: {}, value: (await waitingChanges(db)).changes }]),
    observeLag(async () => [{ labels: {}, value: (await waitingChanges(db)).seconds }]),
  ];
  return () => {
    for (const end of ends) end();
  };
}
