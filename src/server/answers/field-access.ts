import type { AuthScopeMap } from "@pothos/plugin-scope-auth";
import { getLoaderMapping, setRowMappings } from "@pothos/selection-mapper";
import { defaultFieldResolver, type GraphQLField, type GraphQLObjectType, type GraphQLResolveInfo } from "graphql";
import { conditionsOf } from "#schema/authorization";
import type { builder } from "#schema/builder";
import type { GraphContext } from "#schema/context";
import { WRITTEN_RESOLVER } from "#schema/selection-plugin";
import { GaveUp, Refused } from "./gave-up.ts";
import type { Place } from "./place.ts";

type Scopes = AuthScopeMap<typeof builder.$inferSchemaTypes>;
type ScopesOfObject = (object: object, context: GraphContext) => Scopes;
type ScopesOfField = (object: object, args: object, context: GraphContext) => Scopes;
export type Resolve = (parent: unknown, args: object, context: GraphContext, info?: GraphQLResolveInfo) => unknown;

/** What Pothos does around a resolver, compiled: once for all objects of a request, or for each object. */
export interface FieldAccess {
  /** The resolver as in the schema's source, without wrappers. */
  resolve: Resolve;
  /** @throws GaveUp where the caller has no permission */
  admit: (context: GraphContext) => void;
  /**
   * Called once per request, at the field's first object. Returns whether the statement that read the objects read the
   * field as well. @throws GaveUp where the caller has no permission
   */
  begin: (context: GraphContext, place: Place) => boolean;
  /** Whether permission for the field differs between objects. */
  dependsOnObject: boolean;
  /** Called for each object. @throws GaveUp where the caller has no permission */
  admitTo: (object: unknown, context: GraphContext) => void;
  /** Whether an object that was not read with the field has its column all the same, such as its key. */
  isIn: (object: object) => boolean;
  /** Called for each object that was read with the field. @throws GaveUp where it lacks the field after all */
  check: (object: unknown) => void;
}

/** The options that Pothos keeps in the extensions of what it built. */
interface Kept {
  authScopes?: Scopes | ScopesOfObject | ScopesOfField;
  [option: string]: unknown;
}

const keptOf = ({ extensions }: { extensions: object }): Kept =>
  (extensions as { pothosOptions?: Kept }).pothosOptions ?? {};

/** Options that only the executor understands; the schema uses none of them. */
const UNKNOWN = ["grantScopes", "skipTypeScopes", "skipInterfaceScopes", "runScopesOnType", "validate"];

const NO_ARGUMENTS = Object.freeze({});

/** Reads the property of a field's own name, like graphql's default resolver. */
const ofProperty =
  (name: string): Resolve =>
  (parent) => {
    const value = (parent as Record<string, unknown>)[name];
    if (typeof value === "function") throw new GaveUp(`${name}, which is a function`);
    return value;
  };

/** Returns how to resolve a field of a type. @throws GaveUp where only the executor knows */
export function fieldAccess(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): FieldAccess {
  const what = `${type.name}.${field.name}`;
  const { [WRITTEN_RESOLVER]: resolve, pothosPrismaSelect: selection, pothosPrismaLoaded: loaded } = field.extensions;
  const { pothosExposedField: column } = field.extensions;
  const owners = [type, ...type.getInterfaces()].map(keptOf);
  const own = keptOf(field);
  for (const kept of [own, ...owners])
    for (const option of UNKNOWN) if (kept[option] !== undefined) throw new GaveUp(`${what} with ${option}`);
  if (typeof resolve !== "function") throw new GaveUp(what);
  const maps: Scopes[] = [];
  const functions: ScopesOfObject[] = [];
  if (typeof own.authScopes === "function") {
    if (field.args.length > 0) throw new GaveUp(`${what}, whose permission depends on its arguments`);
    const { authScopes } = own;
    functions.push((object, context) => (authScopes as ScopesOfField)(object, NO_ARGUMENTS, context));
  } else if (own.authScopes !== undefined) maps.push(own.authScopes);
  for (const kept of owners) {
    if (typeof kept.authScopes === "function") functions.push(kept.authScopes as ScopesOfObject);
    else if (kept.authScopes !== undefined) maps.push(kept.authScopes);
  }
  const isLoaded = typeof loaded === "function" ? (loaded as (object: unknown) => boolean) : null;
  const admit = (context: GraphContext) => {
    for (const map of maps) if (conditionsOf(context).evaluateScopeMap(map) !== null) throw new Refused(what);
  };
  const admitTo = (object: unknown, context: GraphContext) => {
    for (const scopes of functions)
      if (conditionsOf(context).evaluateScopeMap(scopes(object as object, context)) !== null) throw new Refused(what);
  };
  return {
    resolve: resolve === defaultFieldResolver ? ofProperty(field.name) : (resolve as Resolve),
    admit,
    dependsOnObject: functions.length > 0,
    admitTo,
    begin(context, place) {
      admit(context);
      // False for the columns of a type whose rows always have all of them.
      if (selection === undefined || selection === false) return true;
      const mapping = getLoaderMapping(context, place, type.name);
      if (mapping !== null) setRowMappings(context, { path: place } as never, mapping.nested);
      return mapping !== null;
    },
    isIn: (object) => typeof column === "string" && (object as Record<string, unknown>)[column] !== undefined,
    check(object) {
      if (isLoaded !== null && !isLoaded(object)) throw new GaveUp(`${what}: not read with its parent`);
    },
  };
}
