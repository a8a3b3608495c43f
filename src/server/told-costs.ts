import type { Plugin } from "graphql-yoga";
import type { GraphContext } from "#schema/context";
import { measuredCost } from "#schema/operation-cost";

/** The header by which a client asks for its operation's cost. */
export const COST_HEADER = "graphql-cost";

/** Adds an operation's cost to the answer's `extensions.cost`, where the request has the header. */
export function toldCosts(): Plugin<GraphContext> {
  return {
    onExecute({ args: { document, operationName, variableValues }, context }) {
      if (!context.request.headers.has(COST_HEADER)) return undefined;
      const cost = measuredCost({ document, operationName, variables: variableValues ?? {} }, context);
      return {
        onExecuteDone({ result, setResult }) {
          if (cost !== null && !(Symbol.asyncIterator in result))
            setResult({ ...result, extensions: { ...result.extensions, cost } });
        },
      };
    },
  };
}
