import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { AppError, type ErrorCode, InvalidInputError } from "#foundation/errors/index";
import { describeIssues } from "#markets/criteria/criteria-schema";

/** An input that is wrong, under the code that the operation has for it. */
export function failureOf(error: unknown, invalidCode: ErrorCode = "INVALID_INPUT"): unknown {
  const failure = unwrapped(error);
  return failure instanceof AppError && failure.code === "INVALID_INPUT" && invalidCode !== failure.code
    ? new AppError(invalidCode, failure.detail)
    : failure;
}

/**
 * What went wrong, out of the wrapper that tRPC puts around it: an input that does not fit its contract as InvalidInputError
 * that names the fields, an expected error as it is, anything else (also an answer that does not fit its contract) as it is
 * too, for the log alone.
 */
function unwrapped(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  const { cause, code } = error;
  if (cause instanceof AppError) return cause;
  if (cause instanceof z.ZodError && code === "BAD_REQUEST") return new InvalidInputError(describeIssues(cause, ""));
  return code === "INTERNAL_SERVER_ERROR" && cause !== undefined ? cause : error;
}
