import type { z } from "zod";
import { wholeNumber } from "./values.ts";

/** The part of the environment that says where metrics are answered. */
export const metricsEnvironment = {
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  WORKER_METRICS_PORT: wholeNumber(1, 65_535).optional(),
};

type Environment = z.output<z.ZodObject<typeof metricsEnvironment>>;

/** The ports of the metrics of an API and of a worker; undefined: none. They listen where `HOST` says. */
export interface MetricsConfig {
  api: number | undefined;
  worker: number | undefined;
}

/** The ports of the environment, and what is wrong with them. */
export function readMetrics(e: Environment & { PORT: number }): { metrics: MetricsConfig; mistakes: string[] } {
  const { METRICS_PORT: api, WORKER_METRICS_PORT: worker, PORT } = e;
  const given = [PORT, api, worker].filter((port) => port !== undefined);
  const mistakes =
    new Set(given).size < given.length
      ? ["METRICS_PORT, WORKER_METRICS_PORT and PORT must be different ports: one server listens at each"]
      : [];
  return { metrics: { api, worker }, mistakes };
}
