import { GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import { ERROR_STATUS, isErrorCode } from "#foundation/errors/index";
import { withExtensions } from "./with-extensions.ts";

/** Errors that only GraphQL documents can have, beside those of every door (`ERROR_STATUS`). */
const OF_DOCUMENTS: ReadonlySet<unknown> = new Set([
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "OPERATION_RESOLUTION_FAILURE",
]);

const UNNAMED = "OPERATION_RESOLUTION_FAILURE";

function codeOf({ extensions: { code, http } }: GraphQLError): string {
  if (typeof code === "string" && (isErrorCode(code) || OF_DOCUMENTS.has(code))) return code;
  return http?.status === ERROR_STATUS.METHOD_NOT_ALLOWED ? "METHOD_NOT_ALLOWED" : "INVALID_INPUT";
}

/** Makes an error of the documented list. `isOfRequest`: nothing was executed, so the status is 400 by default. */
function stated(error: GraphQLError, isOfRequest: boolean): GraphQLError {
  const code = codeOf(error);
  const { http } = error.extensions;
  const lacksStatus = isOfRequest && code === "INVALID_INPUT" && http?.status === undefined;
  const own = lacksStatus ? { http: { ...http, status: ERROR_STATUS.INVALID_INPUT, spec: true } } : {};
  const found = withExtensions(error, { ...error.extensions, ...own, code });
  if (code === UNNAMED) found.message += " Please give operationName, the name of one of the document's operations.";
  return found;
}

/**
 * Gives every error of an answer a code of the list in docs/clients.md. Refusals of the executor have no code before,
 * and those of Yoga have Yoga's.
 */
export function statedErrors(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (!("errors" in result) || !result.errors?.length) return;
      const isOfRequest = !("data" in result);
      const errors = result.errors.map((error) => (error instanceof GraphQLError ? stated(error, isOfRequest) : error));
      setResult({ ...result, errors });
    },
  };
}
