import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { DocumentNode } from "graphql";
import { ForbiddenError } from "#foundation/errors/index";
import { runOperation as run } from "#rest/run-operation";
import { scopesOf } from "#schema/authorization";
import type { GraphContext } from "#schema/context";

/** Returns what a key needs for a document and the caller's lacks, in words; empty if it lacks no scope. */
function lacking(document: DocumentNode, { caller }: GraphContext): string {
  const missing = scopesOf(document)
    .flatMap(({ anyScope = [], $all }) => [anyScope, $all?.anyScope ?? []])
    .filter((any) => any.length > 0 && !any.some((scope) => caller.scopes.has(scope)))
    .map((any) => any.map((scope) => `\`${scope}\``).join(" or "));
  return [...new Set(missing)].join(", and ");
}

/**
 * Runs a GraphQL document as the graph does. A refusal names the scopes that the key lacks, because an agent can pass
 * that on to the person who gave it the key.
 * @throws what the graph throws
 */
export async function runOperation<Result, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  context: GraphContext,
): Promise<Result> {
  try {
    return await run(document, variables, context);
  } catch (error) {
    const scopes = error instanceof ForbiddenError ? lacking(document, context) : "";
    if (scopes === "") throw error;
    throw new ForbiddenError(`this API key lacks the scope ${scopes}; use a key that has it`);
  }
}
