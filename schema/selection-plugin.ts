import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import { type AuthScopeMap, RequestCache } from "@pothos/plugin-scope-auth";
import type { GraphQLFieldResolver } from "graphql";
import { heldOf } from "./held-results.ts";

type Select = (args: object, context: object, ...rest: unknown[]) => unknown;

const NOTHING = { select: {} };

/** The extension of a field with its resolver as written in the schema, without the plugins' wrappers. */
export const WRITTEN_RESOLVER = "writtenResolver";

/**
 * Wraps Pothos' Prisma plugin. Keeps forbidden fields out of the statement, so that nothing is read that scope-auth
 * refuses afterwards. Resolves a column from its row, without looking up how the row was read.
 */
class SelectionPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(written: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const field: PothosOutputFieldConfig<Types> = {
      ...written,
      extensions: { ...written.extensions, [WRITTEN_RESOLVER]: written.resolve },
    };
    const { authScopes } = field.pothosOptions as { authScopes?: unknown };
    const selection: unknown = field.extensions?.pothosPrismaSelect;
    // Conditions on the object itself are functions, and are left to the run.
    if (typeof authScopes !== "object" || authScopes === null || typeof selection !== "function") return field;
    const select = selection as Select;
    const within: Select = (args, context, ...rest) => {
      const failure = RequestCache.fromContext(context, this.builder).evaluateScopeMap(
        authScopes as AuthScopeMap<Types>,
      );
      return failure === null ? select(args, context, ...rest) : NOTHING;
    };
    return { ...field, extensions: { ...field.extensions, pothosPrismaSelect: within } };
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    if (field.kind === "Query")
      return (parent, args, context, info) =>
        heldOf(context as object)?.get(info.path.key) ?? resolve(parent, args, context, info);
    const column: unknown = field.extensions?.pothosExposedField;
    if (field.kind !== "PrismaObject" || typeof column !== "string") return resolve;
    return (parent, args, context, info) => {
      const value = (parent as Record<string, unknown>)[column];
      // An empty column is null; undefined means that it was not read.
      return value === undefined ? resolve(parent, args, context, info) : value;
    };
  }
}

const SELECTION = "selection";

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      selection: SelectionPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(SELECTION, SelectionPlugin);

export default SELECTION;
