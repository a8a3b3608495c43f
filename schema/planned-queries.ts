import { RootFieldBuilder } from "@pothos/core";
import { queryFromInfo } from "@pothos/plugin-prisma";
import type { GraphQLResolveInfo } from "graphql";

/** Pothos' queries for the fields of one query's root, for all answers that would make the same ones. */
export interface PlannedQueries {
  /** The context that they are made in, which has a caller and nothing else: what was selected is noted there. */
  context: object;
  /** By response key. */
  queries: Map<string | number, object>;
  /** Makes one that is not known yet. `query` is Pothos' query of the selection in what it is given. */
  make(info: GraphQLResolveInfo, query: (info: GraphQLResolveInfo) => object): object;
}

type Asked = Pick<Parameters<typeof queryFromInfo>[0], "info" | "typeName" | "paths"> & {
  /** Where it is `planned`, the query is taken from there, and put there where it is not yet. */
  context: { planned?: PlannedQueries | undefined };
};

/** Pothos' query of what is selected of the field that is resolved. */
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
