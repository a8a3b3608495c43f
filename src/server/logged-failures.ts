import type { Plugin } from "graphql-yoga";
import type { Logger } from "pino";
import type { GraphContext } from "#schema/context";
import { logFailure, originalOf } from "#schema/errors";

/**
 * Logs what fails in an operation with the request's id. What fails before, such as a document that is no document, is logged where it
 * is answered.
 * @param logged takes the errors that need no line any more
 */
export function loggedFailures(log: Logger, logged: WeakSet<object>): Plugin<GraphContext> {
  return {
    onExecute({ context: { requestId } }) {
      return {
        onExecuteDone({ result }) {
          if (!("errors" in result)) return;
          for (const error of result.errors ?? []) {
            const original = originalOf(error);
            if (typeof original !== "object" || original === null || logged.has(original)) continue;
            logged.add(original);
            logFailure(log.child({ requestId }), original, "a GraphQL operation");
          }
        },
      };
    },
  };
}
