import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import type { GraphQLFieldResolver } from "graphql";
import { noted, type Subject } from "#accounts/audit/audit-trail";
import type { GraphContext } from "./context.ts";
import { knownError } from "./errors.ts";

/**
 * Names of arguments and results whose values identify an object. Values that people write (questions, names,
 * passwords, e-mails) have no such name.
 */
const NAMES =
  /^(?:id|ids|domain|(?:team|market|column|job|workflow|collection|agent|task|company|record|event|user|monitor|notice|webhook|delivery)Ids?)$/;
const LONGEST = 255;
/** Depth of the search for ids: no input of the schema has them deeper. */
const DEPTH = 3;

/** Returns the ids in a value. */
function idsIn(value: unknown, depth = DEPTH): Subject {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth === 0) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, string | number | undefined][] => {
      if (!NAMES.test(name)) return Object.entries(idsIn(part, depth - 1));
      if (typeof part === "number") return [[name, part]];
      if (typeof part === "string") return [[name, part.slice(0, LONGEST)]];
      return Array.isArray(part) ? [[name, part.map(String).join(",").slice(0, LONGEST)]] : [];
    }),
  );
}

/** Returns the ids of a mutation's direct result, which it has made or changed. */
const idsOf = (result: unknown): Subject => idsIn(result, 1);

/**
 * Records every mutation in the audit trail, from every door: REST, tRPC and the command line run mutations too. It
 * runs inside the checks of permission and input, so that a refused mutation is no deed.
 */
class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types["Context"], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types["Context"], object> {
    if (field.kind !== "Mutation") return resolve;
    const operation = field.name;
    return async (parent, args, types, info) => {
      const { db, caller, address, requestId } = types as unknown as GraphContext;
      return noted(
        db,
        { operation, caller, address, requestId, subject: idsIn(args) },
        () => resolve(parent, args, types, info) as unknown,
        { made: idsOf, codeOf: (error) => knownError(error)?.code ?? "INTERNAL_SERVER_ERROR" },
      );
    };
  }
}

const AUDIT = "audit";

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      audit: AuditPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(AUDIT, AuditPlugin);

export default AUDIT;
