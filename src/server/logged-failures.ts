import { GraphQLError } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { Logger } from "pino";
import type { GraphContext } from "#schema/context";
import { logFailure, originalOf } from "#schema/errors";

/** Whether an operation was refused before any of its fields was resolved, for example for its variables. */
const isRefusal = (error: GraphQLError): boolean =>
  error.path === undefined && originalOf(error) instanceof GraphQLError;

/**
 * Logs an operation's failures with the request's id. Earlier failures, such as an invalid document, are logged where
 * they are answered.
 * @param logged collects errors of results that need no further line
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
