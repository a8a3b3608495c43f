import { GraphQLError } from "graphql";
import type { Logger } from "pino";
import { AppError, ERROR_STATUS, messageOf, RateLimitedError } from "../src/errors/index.ts";

/** The error that a resolver threw, under the wrappers that the executor and the plugins put around it. */
export function originalOf(error: unknown): unknown {
  let current = error;
  while (current instanceof GraphQLError && current.originalError != null) current = current.originalError;
  return current;
}

/**
 * What a GraphQL client is told: an expected failure by its code and words; a mistake in the document or its variables as the
 * executor says it; anything else as INTERNAL_SERVER_ERROR, logged here with its stack.
 */
export function toGraphQLError(error: unknown, log: Logger): GraphQLError {
  const original = originalOf(error);
  const at =
    error instanceof GraphQLError
      ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
      : {};
  if (original instanceof RateLimitedError) {
    const { code, retryAfterSeconds } = original;
    const http = { status: ERROR_STATUS[code], headers: { "retry-after": String(retryAfterSeconds) } };
    return new GraphQLError(messageOf(original), { ...at, extensions: { code, retryAfterSeconds, http } });
  }
  if (original instanceof AppError)
    return new GraphQLError(messageOf(original), { ...at, extensions: { code: original.code } });
  if (original instanceof GraphQLError)
    return new GraphQLError(original.message, { ...at, extensions: { code: "INVALID_INPUT", ...original.extensions } });
  log.error({ err: original }, "unexpected error in a GraphQL operation");
  return new GraphQLError("Internal Server Error", { ...at, extensions: { code: "INTERNAL_SERVER_ERROR" } });
}

/** A failure before the operation began, with its HTTP status. */
export function toRequestError(error: AppError): GraphQLError {
  return new GraphQLError(messageOf(error), {
    extensions: { code: error.code, http: { status: ERROR_STATUS[error.code] } },
  });
}
