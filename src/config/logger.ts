import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** JSON lines on standard error: standard output belongs to what a command answers. Keys and passwords are never written. */
export function createLogger(config: Pick<Config, "logLevel">, name: string): Logger {
  return pino(
    {
      name,
      level: config.logLevel,
      redact: { paths: ["apiKey", "password", "*.password", 'headers["x-api-key"]'], censor: "[hidden]" },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
