import { RequestCache } from "@pothos/plugin-scope-auth";
import { type DocumentNode, getNamedType, Kind, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import type { Caller } from "#accounts/auth/caller";
import { builder, type ScopeMap } from "./builder.ts";
import type { GraphContext } from "./context.ts";
import { forbiddenBy } from "./forbidden.ts";
import { schema } from "./index.ts";

/** What Pothos keeps of a field's or type's options, in the extensions of what it built. */
interface KeptOptions {
  pothosOptions?: { authScopes?: ScopeMap | ((...args: unknown[]) => unknown) };
}

const known = new WeakMap<DocumentNode, ScopeMap[]>();

/**
 * Returns the scopes that the schema requires for a document's fields and their types, as far as they are known before
 * the run. Leaves conditions on the objects themselves (functions) to the run.
 */
export function scopesOf(document: DocumentNode): ScopeMap[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const found = new Set<ScopeMap>();
  const add = (element: { extensions: object } | null | undefined) => {
    const kept: KeptOptions = element?.extensions ?? {};
    const scopes = kept.pothosOptions?.authScopes;
    if (typeof scopes === "object") found.add(scopes);
  };
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Field() {
        add(typeInfo.getFieldDef());
        add(getNamedType(typeInfo.getType()));
      },
    }),
  );
  const scopes = [...found];
  known.set(document, scopes);
  return scopes;
}

type Conditions = InstanceType<typeof RequestCache<typeof builder.$inferSchemaTypes>>;

const conditions = new WeakMap<Caller, Conditions>();

/**
 * Returns the schema's conditions for a caller. They depend on the caller alone, and so apply to all of the caller's
 * requests.
 */
export function conditionsOf({ caller }: Pick<GraphContext, "caller">): Conditions {
  const before = conditions.get(caller);
  if (before !== undefined) return before;
  const made: Conditions = new RequestCache(builder as never, { caller } as GraphContext);
  conditions.set(caller, made);
  return made;
}

/**
 * Checks by the schema whether this caller may run the document, before its variables are read. Meant for doors that
 * must refuse before they report anything about the input. The run itself checks again.
 * @throws ForbiddenError, the same that the run would throw
 */
export async function assertMayRun(document: DocumentNode, context: GraphContext): Promise<void> {
  for (const scopes of scopesOf(document)) {
    const failure = await conditionsOf(context).evaluateScopeMap(scopes);
    if (failure !== null) throw forbiddenBy(failure);
  }
}

/**
 * Whether the operation runs without a valid session or token: all of its fields make, renew or end a session. Meant
 * for the doors, which authenticate before anything runs. `operationName` is needed where the document has several
 * operations.
 */
export function forgivesIdentity(document: DocumentNode, operationName?: string | null): boolean {
  const fields = schema.getMutationType()?.getFields() ?? {};
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const asked =
    operations.length === 1
      ? operations[0]
      : operations.find(({ name }) => name?.value === (operationName ?? undefined));
  return (
    asked?.operation === "mutation" &&
    asked.selectionSet.selections.every(
      (selection) =>
        selection.kind === Kind.FIELD && fields[selection.name.value]?.extensions.forgivesIdentity === true,
    )
  );
}
