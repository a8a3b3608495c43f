import { RootFieldBuilder } from "@pothos/core";
import { queryFromInfo } from "@pothos/plugin-prisma";
import type { GraphQLResolveInfo } from "graphql";

/** Pothos' queries for the root fields of one query, shared by all answers that would make the same queries. */
export interface PlannedQueries {
  /** The context in which they are made, which has only a caller; selections are recorded there. */
  context: object;
  /** By response key. */
  queries: Map<string | number, object>;
  /** Makes a query that is not known yet. `query` is Pothos' query of the selection in the given info. */
  make(info: GraphQLResolveInfo, query: (info: GraphQLResolveInfo) => object): object;
}

type Asked = Pick<Parameters<typeof queryFromInfo>[0], "info" | "typeName" | "paths"> & {
  /** With `planned`, the query is taken from there, or added where it is missing. */
  context: { planned?: PlannedQueries | undefined };
};

/** Returns Pothos' query of the selections of the field being resolved. */
export function plannedQuery({ context, info, ...selected }: Asked): object {
  const plans = info.path.prev === undefined ? context.planned : undefined;
  if (plans === undefined) return queryFromInfo({ context, info, ...selected });
  const { key } = info.path;
  const known = plans.queries.get(key);
  if (known !== undefined) return known;
  const made = plans.make(info, (asked) => queryFromInfo({ context: plans.context, info: asked, ...selected }));
  plans.queries.set(key, made);
  return made;
}

interface PrismaFieldOptions {
  resolve: (query: object, parent: unknown, args: object, context: object, info: GraphQLResolveInfo) => unknown;
}

/** Gives Pothos' `t.prismaField` planned queries; by itself it makes one for each request. */
export function usePlannedQueries(): void {
  const fields = RootFieldBuilder.prototype as unknown as {
    field(options: object): unknown;
    prismaField(options: PrismaFieldOptions): unknown;
  };
  fields.prismaField = function prismaField({ resolve, ...options }) {
    return this.field({
      ...options,
      resolve: (parent: unknown, args: object, context: object, info: GraphQLResolveInfo) =>
        resolve(plannedQuery({ context, info }), parent, args, context, info),
    });
  };
}
