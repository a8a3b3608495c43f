import { TRPCError } from "@trpc/server";
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { AppError, ERROR_STATUS, type ErrorCode, messageOf } from "#foundation/errors/index";
import { knownError } from "#schema/errors";
import { failureOf } from "./failure.ts";

/** tRPC's nearest code for each code of the closed set. */
const TRPC_CODE = {
  INVALID_INPUT: "BAD_REQUEST",
  QUERY_VALIDATION_FAILED: "BAD_REQUEST",
  UNAUTHORISED: "UNAUTHORIZED",
  QUOTA_EXCEEDED: "PAYMENT_REQUIRED",
  FORBIDDEN: "FORBIDDEN",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_ALLOWED: "METHOD_NOT_SUPPORTED",
  CONFLICT: "CONFLICT",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  INTERNAL_SERVER_ERROR: "INTERNAL_SERVER_ERROR",
  SERVICE_UNAVAILABLE: "SERVICE_UNAVAILABLE",
} as const satisfies Record<ErrorCode, TRPC_ERROR_CODE_KEY>;

/** tRPC's own refusals before a procedure runs, as codes of the closed set. */
const OWN_CODE: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorCode>> = {
  BAD_REQUEST: "INVALID_INPUT",
  PARSE_ERROR: "INVALID_INPUT",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_SUPPORTED: "METHOD_NOT_ALLOWED",
  PAYLOAD_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
};

/** Converts a failure to an error of the closed set; null for a bug or an outage, which is only logged. */
export function knownFailure(error: TRPCError): AppError | null {
  const failure = failureOf(error);
  const known = knownError(failure);
  if (known !== null) return known;
  const code = failure instanceof TRPCError ? OWN_CODE[failure.code] : undefined;
  return code === undefined ? null : new AppError(code);
}

/** Returns an error as a tRPC client gets it: message and code of the closed set, the HTTP status, never a stack. */
export function errorShape(error: TRPCError, path: string | undefined) {
  const known = knownFailure(error) ?? new AppError("INTERNAL_SERVER_ERROR");
  return {
    message: messageOf(known),
    code: TRPC_ERROR_CODES_BY_KEY[TRPC_CODE[known.code]],
    data: { errorCode: known.code, httpStatus: ERROR_STATUS[known.code], ...(path === undefined ? {} : { path }) },
  };
}
