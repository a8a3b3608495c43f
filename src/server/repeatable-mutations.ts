import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  Source,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Plugin } from "graphql-yoga";
import { AppError, ERROR_STATUS, type ErrorCode, InvalidInputError } from "#foundation/errors/index";
import type { IdempotencyClaim, KeptAnswer } from "#foundation/idempotency/idempotency";
import { assertMayRun } from "#schema/authorization";
import type { GraphContext } from "#schema/context";
import { knownError, originalOf, toGraphQLError, toRequestError } from "#schema/errors";
import { schema } from "#schema/index";
import { type Attempt, isFinal, once } from "./once.ts";

/** What the door knows about a request with an Idempotency-Key. */
export interface Repeatable {
  idempotencyKey: string;
  /** Called where the answer is that of an earlier request. */
  onReplay(): void;
}

/** Returns the fields at the root, including those in fragments. */
function rootFields(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection): string[] => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(document, selection.selectionSet);
    const fragment = document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFields(document, fragment.selectionSet) : [];
  });
}

const secrets = new WeakMap<DocumentNode, ReadonlySet<string>>();

/** Returns the fields of a document that reveal a secret. */
function secretFields(document: DocumentNode): ReadonlySet<string> {
  const known = secrets.get(document);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  const Field = () => {
    const field = typeInfo.getFieldDef();
    if (field?.extensions.tellsSecret === true) found.add(field.name);
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field }));
  secrets.set(document, found);
  return found;
}

/**
 * Returns the mutation to run once; null for a query, and for a mutation whose own answer is a secret.
 * @throws InvalidInputError for several mutations, and for a secret within the answer
 */
function mutationOf({ document, operationName }: ExecutionArgs): string | null {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return null;
  const [field, ...others] = rootFields(document, operation.selectionSet).filter((name) => name !== "__typename");
  if (field === undefined) return null;
  if (others.length > 0) throw new InvalidInputError("a request with an Idempotency-Key can contain only one mutation");
  const told = secretFields(document);
  if (told.has(field)) return null;
  const [secret] = told;
  if (secret !== undefined)
    throw new InvalidInputError(
      `${secret} cannot be selected with an Idempotency-Key, because its value is not stored; query it afterwards`,
    );
  return field;
}

/** The stored form of an answer. */
interface KeptResult {
  data: ExecutionResult["data"];
  errors?: Pick<GraphQLError, "message" | "path" | "positions" | "extensions">[];
}

/** Repeats an answer for the same document. */
function repeat({ body }: KeptAnswer, query: string): ExecutionResult {
  const { data, errors } = JSON.parse(body) as KeptResult;
  if (errors === undefined) return { data: data ?? null };
  const source = new Source(query);
  return {
    data: data ?? null,
    errors: errors.map(({ message, ...at }) => new GraphQLError(message, { ...at, source })),
  };
}

/** Converts an execution's result to an attempt: errors that are not final keep it from being repeated. */
function attempted(result: ExecutionResult): Attempt<ExecutionResult> {
  const errors = result.errors ?? [];
  const codes = errors.map((error): ErrorCode => knownError(originalOf(error))?.code ?? "INTERNAL_SERVER_ERROR");
  const kept: KeptResult = { data: result.data };
  // The plugin that sees the result logs what was not foreseen.
  if (errors.length > 0)
    kept.errors = errors.map((error) => {
      const { message, path, positions, extensions } = toGraphQLError(error, null);
      return { message, path, positions, extensions };
    });
  return {
    kept: codes.every((code) => isFinal(ERROR_STATUS[code]))
      ? { status: 200, body: JSON.stringify(kept), headers: {} }
      : null,
    isOutage: codes.includes("SERVICE_UNAVAILABLE"),
    give: () => result,
  };
}

/** Whether the caller has permission; the executor refuses in its own words. */
const mayRun = (document: DocumentNode, context: GraphContext): Promise<boolean> =>
  assertMayRun(document, context).then(
    () => true,
    () => false,
  );

type Context = GraphContext & { repeatable?: Repeatable; params: { query?: string } };

/** Runs a mutation under an `Idempotency-Key` once, then keeps and repeats its answer, as on /v2. */
export function repeatableMutations(): Plugin<Context> {
  return {
    onExecute({ args: { contextValue: context }, executeFn, setExecuteFn }) {
      const { repeatable } = context;
      if (repeatable === undefined) return;
      setExecuteFn(async (args: ExecutionArgs) => {
        try {
          const field = mutationOf(args);
          if (field === null || !(await mayRun(args.document, context))) return await executeFn(args);
          const { keyId: apiKeyId, via, userId } = context.caller;
          const query = context.params.query ?? "";
          const input = {
            query,
            operationName: args.operationName ?? null,
            variables: args.variableValues ?? {},
            via,
            userId,
          };
          const request = { apiKeyId, operation: `mutation ${field}`, key: repeatable.idempotencyKey, input };
          return await once<ExecutionResult>(context.db, request, {
            onReplay: repeatable.onReplay,
            repeat: (kept) => repeat(kept, query),
            async attempt(claim: IdempotencyClaim) {
              context.idempotency = claim;
              return attempted((await executeFn(args)) as ExecutionResult);
            },
          });
        } catch (error) {
          throw error instanceof AppError ? toRequestError(error) : error;
        }
      });
    },
  };
}
