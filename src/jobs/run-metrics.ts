import DataLoader from "dataloader";
import { counterOf, gaugeOf } from "#foundation/metrics/metrics";
import { endedReadings } from "./ended-readings.ts";
import type { RunCount, RunQueue } from "./run-queue.ts";
import { RUN_KINDS } from "./workflow-runs.ts";

const LABELS = ["kind", "state"] as const;
const observeCounts = gaugeOf(
  "runs",
  "Open runs, by kind and state (queued: waiting for Temporal or for a worker)",
  LABELS,
);
const observeAges = gaugeOf("oldest_run_seconds", "Age of the oldest open run, by kind and state", LABELS);
const observeEnded = counterOf(
  "ended_runs_total",
  "Runs that have ended, by kind and outcome, as the database has them",
  ["kind", "outcome"],
);

/**
 * Exports the open and the ended runs of these queues as metrics of this process; all processes see the same runs.
 * @returns a function that stops it
 */
export function measureRuns(queues: readonly RunQueue[]): () => void {
  // Both gauges are read at the same time, so one census serves them.
  const census = new DataLoader<RunQueue, RunCount[]>((asked) => Promise.all(asked.map((queue) => queue.census())), {
    cache: false,
  });
  const readings = (value: (count: RunCount) => number) => async () =>
    (await Promise.all(queues.map((queue) => census.load(queue))))
      .flat()
      .map((count) => ({ labels: { kind: count.kind, state: count.state }, value: value(count) }));
  const ends = [
    observeCounts(readings(({ count }) => count)),
    observeAges(readings(({ oldestSeconds }) => oldestSeconds)),
    observeEnded(async () => {
      const counts = await Promise.all(queues.map((queue) => queue.ended()));
      return endedReadings("kind", RUN_KINDS, counts.flat());
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
