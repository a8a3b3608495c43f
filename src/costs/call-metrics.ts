import { Counter, Histogram } from "prom-client";
import { metric } from "#foundation/metrics/metrics";
import { MICRO_USD } from "#foundation/micro-usd";
import type { EntryEnd } from "./ledger.ts";

const seconds = new Histogram({
  ...metric("paid_call_duration_seconds", "Calls of paid providers, by provider, operation and how they ended", [
    "provider",
    "operation",
    "outcome",
  ]),
  buckets: [0.1, 0.3, 1, 3, 10, 30, 100],
});
const dollars = new Counter(
  metric(
    "paid_calls_usd_total",
    "What calls of paid providers have cost this process, in US dollars, as far as it is known",
    ["provider", "operation"],
  ),
);

/** Counts one finished call. @param beganAt `performance.now()` */
export function countCall(
  { provider, operation }: { provider: string; operation: string },
  end: EntryEnd,
  beganAt: number,
): void {
  seconds.observe({ provider, operation, outcome: end.state }, (performance.now() - beganAt) / 1_000);
  if (end.state !== "unknown") dollars.inc({ provider, operation }, end.amount / MICRO_USD);
}
