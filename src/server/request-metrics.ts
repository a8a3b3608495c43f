import type { ServerResponse } from "node:http";
import { Histogram } from "prom-client";
import { metric } from "#foundation/metrics/metrics";

const durations = new Histogram({
  ...metric("http_request_duration_seconds", "Requests, by operation and HTTP status; a stream counts until it ends", [
    "operation",
    "status",
  ]),
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
});

/** Measures a request until its answer has been sent or its client is gone (status 499). @param operation read at the end */
export function measureRequest(response: ServerResponse, operation: () => string): void {
  const beganAt = performance.now();
  let isCounted = false;
  const count = (status: number) => {
    if (isCounted) return;
    isCounted = true;
    durations.observe({ operation: operation(), status: String(status) }, (performance.now() - beganAt) / 1_000);
  };
  response.once("finish", () => count(response.statusCode));
  response.once("close", () => count(499));
}
