import { GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { Logger } from "pino";
import type { GraphContext } from "#schema/context";
import { logFailure, originalOf } from "#schema/errors";

/** Whether an operation was refused before any of its fields was resolved, such as for its variables. */
const isRefusal = (error: GraphQLError): boolean =>
  error.path === undefined && originalOf(error) instanceof GraphQLError;

/**
 * Logs what fails in an operation with the request's id. What fails before, such as a document that is no document, is logged where it
 * is answered.
 * @param logged takes the errors of results that need no line any more
 */
export function loggedFailures(log: Logger, logged: WeakSet<GraphQLError>): Plugin<GraphContext> {
  return {
    onExecute({ context: { requestId, caller } }) {
      return {
        onExecuteDone({ result }) {
          if (!("errors" in result) || result.errors === undefined) return;
          // Several fields may fail by one error.
          for (const original of new Set(result.errors.filter((error) => !isRefusal(error)).map(originalOf)))
            logFailure(log.child({ requestId, team: caller.teamId }), original, "a GraphQL operation");
          for (const error of result.errors) logged.add(error);
        },
      };
    },
  };
}
