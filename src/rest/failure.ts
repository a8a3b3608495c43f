import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, type ErrorCode, InvalidInputError } from "#foundation/errors/index";
import { describeIssues } from "#markets/criteria/criteria-schema";

/** Converts a wrong input to the operation's own code for it. */
export function failureOf(error: unknown, invalidCode: ErrorCode = "INVALID_INPUT"): unknown {
  const failure = unwrapped(error);
  return failure instanceof AppError && failure.code === "INVALID_INPUT" && invalidCode !== failure.code
    ? new AppError(invalidCode, failure.detail)
    : failure;
}

/**
 * Returns the error inside tRPC's wrapper. An input that does not fit its contract becomes an InvalidInputError that
 * names the fields. Expected errors pass unchanged. So does anything else, such as an answer that does not fit its
 * contract; it is for the log only.
 */
function unwrapped(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  const { cause, code } = error;
  if (cause instanceof AppError) return cause;
  if (cause instanceof z.ZodError && code === "BAD_REQUEST") return new InvalidInputError(describeIssues(cause, ""));
  return code === "INTERNAL_SERVER_ERROR" && cause !== undefined ? cause : error;
}
