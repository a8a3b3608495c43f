import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { type DocumentNode, execute, getOperationAST } from "graphql";
import { AppError } from "#foundation/errors/index";
import { assertStorable } from "#foundation/language/storable-text";
import { traced } from "#foundation/tracing/tracing";
import type { GraphContext } from "#schema/context";
import { originalOf } from "#schema/errors";
import { schema } from "#schema/index";
import { directAnswer } from "#server/answers/direct-answers";
import { valuesOf } from "#server/answers/json-text";
import { begun, costOf } from "#server/charged-operations";

/** Returns a label such as `graphql StartDiscovery`: our documents have names. */
const labelOf = (document: DocumentNode): string => `graphql ${getOperationAST(document)?.name?.value ?? "operation"}`;

/**
 * Runs a GraphQL document in process, on the same schema as the other doors, and by the same short path where there is
 * one. Documents were parsed and validated when their types were generated. Scalars have their form in JSON.
 * @throws InvalidInputError for variables that cannot be stored; RateLimitedError when the key has too little left; the
 * resolver's AppError; any other error unchanged, which the door logs and hides
 */
export async function runOperation<Result, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  asked: GraphContext,
): Promise<Result> {
  // One context may run several operations at once, and each notes there what it has read.
  const context = { ...asked };
  return traced(labelOf(document), {}, async () => {
    const data = await directAnswer(document, { operationName: null, variables }, context);
    // The type is safe: every value was checked against the schema that it was generated from.
    return (data === null ? await executed(document, variables, context) : valuesOf(data)) as Result;
  });
}

/** Runs a document by the executor: a mutation, and a query that has no short path or that fails. */
async function executed(
  document: DocumentNode,
  variables: Record<string, unknown>,
  context: GraphContext,
): Promise<unknown> {
  assertStorable(variables);
  const args = { schema, document, variableValues: variables, contextValue: context };
  const { data, errors } = await context.admission.run(costOf(args, context), async () =>
    execute(begun(args, context)),
  );
  const failures = (errors ?? []).map(originalOf);
  const unexpected = failures.find((failure) => !(failure instanceof AppError));
  if (failures.length > 0) throw unexpected ?? failures[0];
  return JSON.parse(JSON.stringify(data));
}
