import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { type DocumentNode, execute, getOperationAST } from "graphql";
import { AppError } from "#foundation/errors/index";
import { assertStorable } from "#foundation/language/storable-text";
import { traced } from "#foundation/tracing/tracing";
import type { GraphContext } from "#schema/context";
import { originalOf } from "#schema/errors";
import { schema } from "#schema/index";
import { operationCost } from "#schema/operation-cost";

/** Returns a label such as `graphql StartDiscovery`: our documents have names. */
const labelOf = (document: DocumentNode): string => `graphql ${getOperationAST(document)?.name?.value ?? "operation"}`;

/**
 * Runs a GraphQL document in process, on the same schema as the other doors. Documents were parsed and validated when
 * their types were generated. Scalars have their in-memory form: a DateTime is a Date.
 * @throws InvalidInputError for variables that cannot be stored; RateLimitedError when the key has too little left; the
 * resolver's AppError; any other error unchanged, which the door logs and hides
 */
export async function runOperation<Result, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  context: GraphContext,
): Promise<Result> {
  assertStorable(variables);
  const { data, errors } = await context.admission.run(operationCost({ document, variables }, context), () =>
    traced(labelOf(document), {}, async () =>
      execute({ schema, document, variableValues: variables, contextValue: context }),
    ),
  );
  const failures = (errors ?? []).map(originalOf);
  const unexpected = failures.find((failure) => !(failure instanceof AppError));
  if (failures.length > 0) throw unexpected ?? failures[0];
  // The type is safe: the executor checks every value against the schema that it was generated from.
  return data as Result;
}
