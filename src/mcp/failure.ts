import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Logger } from "pino";
import { AppError, InvalidInputError, messageOf } from "#foundation/errors/index";
import { knownError, logFailure } from "#schema/errors";

/**
 * Returns what a model can act on: the code of the closed set and what is wrong. An unexpected error is logged, and its
 * text stays here.
 */
function told(error: unknown, log: Logger, where: string): string {
  logFailure(log, error, where);
  const known = knownError(error) ?? new AppError("INTERNAL_SERVER_ERROR");
  return `${known.code}: ${messageOf(known)}`;
}

/** Returns the failure of a tool as its result. */
export const failureOf = (error: unknown, log: Logger): CallToolResult => ({
  content: [{ type: "text", text: told(error, log, "a tool") }],
  isError: true,
});

/** Returns the failure of a method that has no result for failures, such as the reading of a resource. */
export function protocolErrorOf(error: unknown, log: Logger, method: string): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const code = error instanceof InvalidInputError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, told(error, log, method));
}
