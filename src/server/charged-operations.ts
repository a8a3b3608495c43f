import { type ExecutionArgs, getOperationAST, Kind } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { Cost } from "#accounts/limits/limits";
import { AppError } from "#foundation/errors/index";
import { traced } from "#foundation/tracing/tracing";
import type { GraphContext } from "#schema/context";
import { toRequestError } from "#schema/errors";
import { operationCost } from "#schema/operation-cost";

/** Returns a label such as `graphql mutation startDiscovery`. */
const labelOf = ({ document, operationName }: ExecutionArgs): string => {
  const operation = getOperationAST(document, operationName);
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD);
  return `graphql ${operation?.operation ?? "operation"} ${field?.name.value ?? "fragment"}`;
};

const NOTHING: Cost = { points: 0, waitsOutside: false };

/** Returns the cost of an operation that is left. @throws InvalidInputError; why it was refused, where it was begun before */
export const costOf = ({ document, operationName, variableValues }: ExecutionArgs, context: GraphContext): Cost => {
  if (context.begun?.refusal !== undefined) throw context.begun.refusal;
  if (context.begun !== undefined) return NOTHING;
  return operationCost({ document, operationName, variables: variableValues ?? {} }, context);
};

/** Uses the context in which the operation was begun, which knows what was read. */
export const begun = (args: ExecutionArgs, { begun: before }: GraphContext): ExecutionArgs =>
  before === undefined ? args : { ...args, contextValue: before.context };

/** Gives a refusal before the operation began its own HTTP status. */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof AppError ? toRequestError(error) : error;
  }
}

/** Charges each operation to its key and runs it in its turn; a subscription counts as an open stream. */
export function chargedOperations(): Plugin<GraphContext> {
  return {
    onExecute({ context, executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) =>
        refusing(() =>
          context.admission.run(costOf(args, context), () =>
            traced(labelOf(args), {}, async () => executeFn(begun(args, context))),
          ),
        ),
      );
    },
    onSubscribe({ args: { contextValue: context }, subscribeFn, setSubscribeFn }) {
      setSubscribeFn((args: ExecutionArgs) =>
        refusing(async () => {
          await context.admission.run(costOf(args, context), () => {});
          context.admission.becomeStream();
          return subscribeFn(args);
        }),
      );
    },
  };
}
