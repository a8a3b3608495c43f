import { isatty } from "node:tty";
import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

const STANDARD_ERROR = 2;

/**
 * Writes to standard error, because standard output belongs to a command's result. Lines for people on a terminal, JSON
 * lines elsewhere. Keys and passwords are never written.
 */
export function createLogger(config: Pick<Config, "logLevel">, name: string): Logger {
  return pino(
    {
      name,
      level: config.logLevel,
      redact: { paths: ["apiKey", "password", "*.password", 'headers["x-api-key"]'], censor: "[hidden]" },
    },
    isatty(STANDARD_ERROR)
      ? pretty({ destination: STANDARD_ERROR, sync: true, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss" })
      : pino.destination({ fd: STANDARD_ERROR, sync: true }),
  );
}
