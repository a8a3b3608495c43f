import { createRequire } from "node:module";
import { isatty } from "node:tty";
import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";
import { logContext } from "./log-context.ts";

const require = createRequire(import.meta.url);

const STANDARD_ERROR = 2;

/** Loads the formatter of human-readable lines, which JSON logging never loads. */
function prettyLines() {
  const pretty = require("pino-pretty") as typeof import("pino-pretty");
  return pretty({ destination: STANDARD_ERROR, sync: true, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss" });
}

/**
 * Creates a logger that writes to standard error, because standard output belongs to a command's result.
 * Writes human-readable lines on a terminal and JSON lines elsewhere. Never writes keys or passwords.
 */
export function createLogger(config: Pick<Config, "logLevel">, name: string): Logger {
  return pino(
    {
      name,
      level: config.logLevel,
      mixin: () => logContext.current(),
      redact: { paths: ["apiKey", "password", "*.password", 'headers["x-api-key"]'], censor: "[hidden]" },
    },
    isatty(STANDARD_ERROR) ? prettyLines() : pino.destination({ fd: STANDARD_ERROR, sync: true }),
  );
}
