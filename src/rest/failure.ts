import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { describeIssues } from "../criteria/criteria-schema.ts";
import { AppError, InvalidInputError } from "../errors/index.ts";

/**
 * What went wrong, out of the wrapper that tRPC puts around it: an input that does not fit its contract as InvalidInputError
 * that names the fields, an expected error as it is, anything else (also an answer that does not fit its contract) as it is
 * too, for the log alone.
 */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  const { cause, code } = error;
  if (cause instanceof AppError) return cause;
  if (cause instanceof z.ZodError && code === "BAD_REQUEST") return new InvalidInputError(describeIssues(cause, ""));
  return code === "INTERNAL_SERVER_ERROR" && cause !== undefined ? cause : error;
}
