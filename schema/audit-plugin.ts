import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import type { GraphQLFieldResolver } from "graphql";
import { noteDeed, noteOutcome, type Subject } from "#accounts/audit/audit-trail";
import type { GraphContext } from "./context.ts";
import { knownError } from "./errors.ts";

/** Arguments and results whose values name an object. What people write (questions, names, passwords, e-mails) has no such name. */
const NAMES =
  /^(?:id|ids|domain|(?:team|market|column|job|workflow|collection|agent|task|company|record|event|user|monitor|notice|webhook|delivery)Ids?)$/;
const LONGEST = 255;
/** Deeper than any input of the schema has its ids. */
const DEPTH = 3;

/** The ids in a value. */
function idsIn(value: unknown, depth = DEPTH): Subject {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth === 0) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, string | number][] => {
      if (!NAMES.test(name)) return Object.entries(idsIn(part, depth - 1));
      if (typeof part === "number") return [[name, part]];
      if (typeof part === "string") return [[name, part.slice(0, LONGEST)]];
      return Array.isArray(part) ? [[name, part.map(String).join(",").slice(0, LONGEST)]] : [];
    }),
  );
}

/** What a mutation has made or changed: the ids of its result's own. */
const idsOf = (result: unknown): Subject => idsIn(result, 1);

/**
 * Notes every mutation in the audit trail, whichever door it came by: REST, tRPC and the command line run mutations too. It is
 * within the checks of permission and of input, so that what was refused there is no deed.
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
      const id = await noteDeed(db, { operation, caller, address, requestId, subject: idsIn(args) });
      // The deed is done, or not: whether its outcome could be noted changes nothing about it.
      const note = (outcome: string, made: Subject) => noteOutcome(db, id, outcome, made).catch(() => {});
      try {
        const result: unknown = await resolve(parent, args, types, info);
        await note("done", idsOf(result));
        return result;
      } catch (error) {
        await note(knownError(error)?.code ?? "INTERNAL_SERVER_ERROR", {});
        throw error;
      }
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
