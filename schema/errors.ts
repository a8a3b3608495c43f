import { GraphQLError } from "graphql";
import type { Logger } from "pino";
import { isDatabaseOutage } from "#foundation/db/outage";
import {
  AppError,
  ERROR_STATUS,
  messageOf,
  retryAfterSeconds,
  ServiceUnavailableError,
} from "#foundation/errors/index";

/** Returns the error that a resolver threw, without the wrappers of the executor and the plugins. */
export function originalOf(error: unknown): unknown {
  let current = error;
  while (current instanceof GraphQLError && current.originalError != null) current = current.originalError;
  return current;
}

/**
 * Converts a failure to an error of the closed set, in the same way for every door. Returns null for a bug, which is
 * answered as INTERNAL_SERVER_ERROR.
 */
export function knownError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return isDatabaseOutage(error) ? new ServiceUnavailableError("the database does not answer") : null;
}

/** Logs what an operator should see: a bug with its stack; an outage, whose stack is useless, in one line. */
export function logFailure(log: Logger, error: unknown, where: string): void {
  if (error instanceof AppError) return;
  if (!isDatabaseOutage(error)) {
    log.error({ err: error }, `unexpected error in ${where}`);
    return;
  }
  // Prisma quotes our own code before it says what happened.
  const reason = String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n")
    .at(-1);
  log.warn({ reason }, `the database did not answer ${where}`);
}

/** Returns the HTTP status and headers of an error that a client should retry later. */
const waiting = (error: AppError, seconds: number) => ({
  status: ERROR_STATUS[error.code],
  headers: { "retry-after": String(seconds) },
});

/**
 * Makes the error that a GraphQL client gets. An expected failure keeps its code and message; a mistake in the document
 * or its variables keeps the executor's message. Anything else becomes INTERNAL_SERVER_ERROR and is logged here with
 * its stack, unless `log` is null because it was logged already.
 */
export function toGraphQLError(error: unknown, log: Logger | null): GraphQLError {
  const original = originalOf(error);
  const at =
    error instanceof GraphQLError
      ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
      : {};
  const known = knownError(original);
  if (known === null && original instanceof GraphQLError)
    // The outer message names the variable.
    return new GraphQLError((error as GraphQLError).message, {
      ...at,
      extensions: { code: "INVALID_INPUT", ...original.extensions },
    });
  if (log !== null) logFailure(log, original, "a GraphQL operation");
  if (known === null)
    return new GraphQLError("Internal Server Error", { ...at, extensions: { code: "INTERNAL_SERVER_ERROR" } });
  const { code } = known;
  const seconds = retryAfterSeconds(known);
  const later = seconds === null ? {} : { retryAfterSeconds: seconds, http: waiting(known, seconds) };
  return new GraphQLError(messageOf(known), { ...at, extensions: { code, ...later } });
}

/** Makes the error of a failure before the operation began, with its HTTP status. */
export function toRequestError(error: AppError): GraphQLError {
  const { code } = error;
  const seconds = retryAfterSeconds(error);
  const http = seconds === null ? { status: ERROR_STATUS[code] } : waiting(error, seconds);
  return new GraphQLError(messageOf(error), {
    extensions: { code, ...(seconds === null ? {} : { retryAfterSeconds: seconds }), http },
  });
}
