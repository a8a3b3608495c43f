import { type ExecutionResult, GraphQLError } from "graphql";
import { isAsyncIterable, type Plugin } from "graphql-yoga";
import { AppError, messageOf } from "#foundation/errors/index";
import { assertMayRun } from "#schema/authorization";
import type { GraphContext } from "#schema/context";
import { untilEnded } from "./until-ended.ts";

const refusalResult = (why: AppError): ExecutionResult => ({
  errors: [new GraphQLError(messageOf(why), { extensions: { code: why.code } })],
});

/**
 * Ends a subscription when its access ends or no longer allows it: a revoked key, an ended session, an expired token, a
 * removed scope. The last result has the error that a new request would get. Also ends it when the client has gone,
 * which Yoga's adapter notices only while it reads the request's body.
 */
export function endWithAccess(): Plugin<GraphContext> {
  return {
    onSubscribe({ args: { document, contextValue } }) {
      // Yoga types the context as its own, but the server makes it (see `createGraphqlServer`).
      const context = contextValue as GraphContext;
      return {
        onSubscribeResult({ result, setResult }) {
          if (!isAsyncIterable(result)) return;
          setResult(
            untilEnded(result as AsyncIterable<ExecutionResult>, (end) => {
              context.onClose(() => end());
              return context.access.follow(context.credentials, context.caller, {
                ended: (why) => end(refusalResult(why)),
                holds: (caller) =>
                  void assertMayRun(document, { ...context, caller }).catch((error: unknown) => {
                    if (error instanceof AppError) end(refusalResult(error));
                  }),
              });
            }),
          );
        },
      };
    },
  };
}
