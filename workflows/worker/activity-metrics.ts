import { Histogram } from "prom-client";
import { metric } from "#foundation/metrics/metrics";

const durations = new Histogram({
  ...metric("activity_duration_seconds", "Attempts of activities, by activity and how they ended", [
    "activity",
    "outcome",
  ]),
  buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300],
});

/**
 * `outage`: a needed service is away, and the attempt is repeated; `fault`: an unexpected error, repeated a few times.
 */
export type Outcome = "completed" | "cancelled" | "refused" | "outage" | "fault";

/** Counts one finished attempt. @param beganAt `performance.now()` */
export function countAttempt(activity: string, outcome: Outcome, beganAt: number): void {
  durations.observe({ activity, outcome }, (performance.now() - beganAt) / 1_000);
}
