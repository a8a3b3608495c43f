import type { z } from "zod";
import { wholeNumber } from "./values.ts";

/** Environment variables that say where metrics are served. */
export const metricsEnvironment = {
  METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .meta({ description: "port where an API serves [Prometheus metrics](monitoring.md)", unset: "no metrics" }),
  WORKER_METRICS_PORT: wholeNumber(1, 65_535)
    .optional()
    .meta({ description: "port where a worker serves them", unset: "no metrics" }),
};

type Environment = z.output<z.ZodObject<typeof metricsEnvironment>>;

/** Metrics ports of an API and of a worker; undefined means none. They listen on `HOST`. */
export interface MetricsConfig {
  api: number | undefined;
  worker: number | undefined;
}

/** Reads the metrics ports. Also returns what is wrong with them. */
export function readMetrics(e: Environment & { PORT: number }): { metrics: MetricsConfig; mistakes: string[] } {
  const { METRICS_PORT: api, WORKER_METRICS_PORT: worker, PORT } = e;
  const given = [PORT, api, worker].filter((port) => port !== undefined);
  const mistakes =
    new Set(given).size < given.length ? ["METRICS_PORT, WORKER_METRICS_PORT and PORT must be different ports"] : [];
  return { metrics: { api, worker }, mistakes };
}
