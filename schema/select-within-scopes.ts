import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import { type AuthScopeMap, RequestCache } from "@pothos/plugin-scope-auth";

type Select = (args: object, context: object, ...rest: unknown[]) => unknown;

const NOTHING = { select: {} };

/** Keeps forbidden fields out of the statement, so that nothing is read that scope-auth refuses afterwards. */
class SelectWithinScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { authScopes } = field.pothosOptions as { authScopes?: unknown };
    const selection: unknown = field.extensions?.pothosPrismaSelect;
    // Conditions on the object itself are functions: they are left to the run.
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
}

const SELECT_WITHIN_SCOPES = "selectWithinScopes";

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      selectWithinScopes: SelectWithinScopesPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(SELECT_WITHIN_SCOPES, SelectWithinScopesPlugin);

export default SELECT_WITHIN_SCOPES;
