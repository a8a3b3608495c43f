import { createRequire } from "node:module";
import { isatty } from "node:tty";
import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";
import { logContext } from "./log-context.ts";

const require = createRequire(import.meta.url);

const STANDARD_ERROR = 2;

/** Lines for people; whoever logs JSON does not load it. */
function prettyLines() {
  const pretty = require("pino-pretty") as typeof import("pino-pretty");
  return pretty({ destination: STANDARD_ERROR, sync: true, ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss" });
}

/**
 * Writes to standard error, because standard output belongs to a command's result. Lines for people on a terminal, JSON
 * lines elsewhere. Keys and passwords are never written.
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
