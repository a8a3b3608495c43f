import { type DocumentNode, getOperationAST, getVariableValues, OperationTypeNode } from "graphql";
import type { Cost } from "#accounts/limits/limits";
import { AppError } from "#foundation/errors/index";
import { assertStorable } from "#foundation/language/storable-text";
import type { GraphContext } from "#schema/context";
import { hold } from "#schema/held-results";
import { schema } from "#schema/index";
import { operationCost } from "#schema/operation-cost";
import { literalsOf } from "../storable-values.ts";
import type { Data } from "./json-text.ts";
import { PreparedQuery, type RootResults } from "./prepared-query.ts";

/** A GraphQL request as received in a body. */
export interface Parameters {
  query: string;
  operationName: string | null;
  variables: Readonly<Record<string, unknown>>;
}

const NAMES: ReadonlySet<string> = new Set(["query", "operationName", "variables"]);

/** Returns the parameters of a plain request; null where any of them needs more care. */
export function plainParameters(sent: object): Parameters | null {
  for (const name of Object.keys(sent)) if (!NAMES.has(name)) return null;
  const { query, operationName = null, variables } = sent as Record<string, unknown>;
  if (typeof query !== "string" || (operationName !== null && typeof operationName !== "string")) return null;
  if (typeof (variables ?? {}) !== "object" || Array.isArray(variables)) return null;
  return { query, operationName, variables: (variables ?? {}) as Parameters["variables"] };
}

const prepared = new WeakMap<DocumentNode, Map<string | null, PreparedQuery | null>>();

function hasStorableLiterals(document: DocumentNode): boolean {
  try {
    assertStorable(literalsOf(document));
    return true;
  } catch {
    return false;
  }
}

/** Returns a document's query of this name; null where it is no query. */
function queryOf(document: DocumentNode, operationName: string | null): PreparedQuery | null {
  const known = prepared.get(document) ?? new Map<string | null, PreparedQuery | null>();
  prepared.set(document, known);
  const before = known.get(operationName);
  if (before !== undefined) return before;
  const operation = getOperationAST(document, operationName);
  // Wrong names are not cached: clients can make up any number.
  if (operation == null) return null;
  const isOurs = operation.operation === OperationTypeNode.QUERY && hasStorableLiterals(document);
  const made = isOurs ? new PreparedQuery(schema, document, operation) : null;
  known.set(operationName, made);
  return made;
}

/**
 * Returns the data of a query of a previously validated document. Null where the executor has to answer. Work done so
 * far (the charge, the objects of the root) stays in the context and is not repeated.
 */
export async function directAnswer(
  document: DocumentNode,
  { operationName, variables: sent }: Omit<Parameters, "query">,
  context: GraphContext,
): Promise<Data | null> {
  const query = queryOf(document, operationName);
  if (query === null || context.caller.identityRefused) return null;
  const definitions = query.operation.variableDefinitions ?? [];
  const { variableValues, errors } = getVariableValues(schema, definitions, sent, { maxErrors: 1 });
  if (errors !== undefined) return null;
  const shape = query.shape(variableValues);
  if (shape === null) return null;
  let cost: Cost;
  try {
    // As in the executor: not what the operation does not use, which a client may send by the megabyte.
    assertStorable(variableValues.coerced);
    cost = operationCost({ document, operationName, variables: sent, areValid: true }, context);
  } catch {
    // Refused before anything was done; the executor will refuse it again.
    return null;
  }
  const results: RootResults = new Map();
  let wasBegun = false;
  try {
    return await context.admission.run(cost, () => {
      wasBegun = true;
      return query.answer(shape, context, variableValues, results);
    });
  } catch (error) {
    context.begun = { context, refusal: wasBegun || !(error instanceof AppError) ? undefined : error };
    hold(context, results);
    return null;
  }
}
