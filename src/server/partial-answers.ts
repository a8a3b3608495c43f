import { GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import { withExtensions } from "./with-extensions.ts";

/** Whether any of the operation's fields has an answer. */
const hasAnswer = (data: unknown): boolean =>
  typeof data === "object" && data !== null && Object.values(data).some((field) => field !== null);

/**
 * Gives partial answers status 200; their errors say which fields failed. An HTTP error status is for answers without
 * data (GraphQL over HTTP, section 6.4). Headers such as Retry-After stay.
 */
export function partialAnswers(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (!("errors" in result) || !result.errors?.length || !("data" in result) || !hasAnswer(result.data)) return;
      const errors = result.errors.map((error) => {
        if (!(error instanceof GraphQLError) || error.extensions.http?.status === undefined) return error;
        const { status: _, ...http } = error.extensions.http;
        return withExtensions(error, { ...error.extensions, http });
      });
      setResult({ ...result, errors });
    },
  };
}
