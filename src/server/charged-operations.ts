import { type ExecutionArgs, getOperationAST, Kind } from "graphql";
import type { Plugin } from "graphql-yoga";
import { COSTLY_FROM, type Cost } from "#accounts/limits/limits";
import { AppError } from "#foundation/errors/index";
import { traced } from "#foundation/tracing/tracing";
import type { GraphContext } from "#schema/context";
import { toRequestError } from "#schema/errors";
import { operationCost } from "#schema/operation-cost";
import { directAnswer } from "./answers/direct-answers.ts";
import { type Data, valuesOf } from "./answers/json-text.ts";

/** What a door passes on to be told when an operation begins. */
export interface ReadingFacts {
  /** Called when the document has been parsed and validated, and the operation may run. */
  onAccepted(): void;
}

/** Yoga types the context as its own; the door's facts are in it too. */
const acceptedBy = ({ contextValue }: ExecutionArgs) => (contextValue as ReadingFacts).onAccepted();

/** Returns a label such as `graphql mutation startDiscovery`. */
const labelOf = ({ document, operationName }: ExecutionArgs): string => {
  const operation = getOperationAST(document, operationName);
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD);
  return `graphql ${operation?.operation ?? "operation"} ${field?.name.value ?? "fragment"}`;
};

const NOTHING: Cost = { points: 0, waitsOutside: false };

/**
 * Returns what an operation still costs. One that another path has begun was charged there and costs nothing more.
 * @throws InvalidInputError; the refusal of that path, if it refused
 */
export const costOf = ({ document, operationName, variableValues }: ExecutionArgs, context: GraphContext): Cost => {
  if (context.begun?.refusal !== undefined) throw context.begun.refusal;
  if (context.begun !== undefined) return NOTHING;
  return operationCost({ document, operationName, variables: variableValues ?? {} }, context);
};

/** Returns the arguments with the context of the path that has begun the operation, because it holds what was read. */
export const begun = (args: ExecutionArgs, { begun: before }: GraphContext): ExecutionArgs =>
  before === undefined ? args : { ...args, contextValue: before.context };

/** Makes a refusal answer with its own HTTP status, because the operation has not begun. */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof AppError ? toRequestError(error) : error;
  }
}

/**
 * Answers a costly query by the short path, already when its document is new. Compiling it takes less of the event loop
 * than executing it. Null where the executor has to answer.
 */
async function answeredDirectly(args: ExecutionArgs, { points }: Cost, context: GraphContext): Promise<Data | null> {
  if (points < COSTLY_FROM) return null;
  const { document, operationName = null, variableValues } = args;
  const data = await directAnswer(document, { operationName, variables: variableValues ?? {} }, context);
  return data === null ? null : valuesOf(data);
}

/** Charges each operation to its key and runs it in its turn; a subscription counts as an open stream. */
export function chargedOperations(): Plugin<GraphContext> {
  return {
    onExecute({ context, executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) =>
        refusing(() =>
          traced(labelOf(args), {}, async () => {
            const cost = costOf(args, context);
            acceptedBy(args);
            const data = await answeredDirectly(args, cost, context);
            if (data !== null) return { data };
            // The short path may have begun it, and charged it there.
            const left = context.begun === undefined ? cost : costOf(args, context);
            return context.admission.run(left, async () => executeFn(begun(args, context)));
          }),
        ),
      );
    },
    onSubscribe({ args: { contextValue: context }, subscribeFn, setSubscribeFn }) {
      setSubscribeFn((args: ExecutionArgs) =>
        refusing(async () => {
          const cost = costOf(args, context);
          acceptedBy(args);
          await context.admission.run(cost, () => {});
          context.admission.becomeStream();
          return subscribeFn(args);
        }),
      );
    },
  };
}
