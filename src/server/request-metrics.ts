import { Histogram } from "prom-client";
import { metric } from "#foundation/metrics/metrics";
import { endOf } from "./answer-end.ts";
import type { HttpAnswer } from "./http-answer.ts";

const durations = new Histogram({
  ...metric("http_request_duration_seconds", "Requests, by operation and HTTP status; a stream counts until it ends", [
    "operation",
    "status",
  ]),
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
});

/** Measures a request until its answer has been sent or broken off (`endOf`). @param operation read at the end */
export function measureRequest(response: HttpAnswer, operation: () => string): void {
  const beganAt = performance.now();
  response.once("close", () => {
    const labels = { operation: operation(), status: String(endOf(response).status) };
    durations.observe(labels, (performance.now() - beganAt) / 1_000);
  });
}
