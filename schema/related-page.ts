import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { GraphQLResolveInfo } from "graphql";
import type { OrderBy, Selection, SelectTree, Where } from "#foundation/db/select-tree/tree";
import {
  byPage,
  type ConnectionData,
  cursorsOf,
  type FilteredConnectionData,
  keysetPage,
  keysetTree,
  type Page,
  type PageArguments,
} from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { plannedQuery } from "./planned-queries.ts";

/** The filter and the order of a list over a relation. */
export interface ListQuery {
  where?: Where;
  orderBy: OrderBy | readonly OrderBy[];
}

/** A list of a model's relation, as a connection. */
export interface RelatedList<Args> {
  /** The relation, of Prisma's schema or of `relations.ts`. */
  relation: string;
  query: (args: Args, context: GraphContext) => ListQuery;
  /**
   * The role of the rows. `edges`: the connection's edges, of a type over the relation's model. Otherwise the path from
   * a row to its node: a relation, with the columns that the edges show. Absent where the rows are the nodes.
   */
  rows?: "edges" | { node: string; columns: readonly string[] };
}

/** The extension of a connection field whose list is a relation of its parent. */
export const LISTED_RELATION = "listedRelation";

export type ListedRelation = Pick<RelatedList<never>, "relation" | "rows">;

/** A list whose connection has other rows than the relation. */
interface Rewritten<Row, Args> extends RelatedList<Args> {
  rowOf?: (row: never) => Row;
  /** The condition on the unfiltered rows, for a connection that has their number; undefined means none. */
  unfiltered?: (args: Args) => Where | undefined;
}

/** Names the count of the unfiltered rows. */
export const unfilteredCount = (relation: string) => `${relation} unfiltered`;

/** Names the count of the rows beyond a page. It is a separate question, asked only where a query selects the answer. */
const beyond = (relation: string, { limit, offset, after }: Page) =>
  `${relation} from ${offset + limit} on${after === undefined ? "" : ` ${createHash("sha256").update(JSON.stringify(after)).digest("base64url").slice(0, 12)}`}`;

type Nested = (query: SelectTree | true, path: string[]) => SelectTree;

const EDGES = ["edges"];
const NODES = ["edges", "node"];

/**
 * Returns the selection of the nodes of a connection that a root field makes itself. The type selects the model's key.
 */
export const queryOfNodes = (context: GraphContext, info: GraphQLResolveInfo, typeName: string) =>
  plannedQuery({ context, info, typeName, paths: [NODES] }) as { select?: undefined };

/** Returns the query of the relation's rows. */
function rowsTree(rows: RelatedList<never>["rows"], list: SelectTree, nested: Nested): SelectTree {
  if (rows === undefined) return nested(list, NODES);
  if (rows === "edges") return nested(list, EDGES);
  const columns = Object.fromEntries(rows.columns.map((column) => [column, true]));
  return { ...list, select: { ...columns, [rows.node]: nested(true, NODES) } };
}

/**
 * Returns the options of a connection field whose list is a relation of its parent. One statement reads both, and the
 * total where that is selected. `Row` is the source of the connection's edges.
 */
export function relatedPage<Row, Args extends PageArguments = PageArguments>({
  relation,
  query,
  rows,
  rowOf,
  unfiltered,
}: Rewritten<Row, Args>) {
  const select = (args: Args, context: GraphContext, nested: Nested, selected: () => ReadonlySet<string>) => {
    let asked: ListQuery;
    let page: Page;
    try {
      asked = query(args, context);
      page = keysetPage(args, asked.orderBy);
    } catch {
      // Invalid arguments are reported when the field is resolved, where the error belongs.
      return { select: {} };
    }
    const names = selected();
    const list = { ...asked, ...keysetTree(page) };
    const where = list.where === undefined ? {} : { where: list.where };
    const after = page.after === undefined ? {} : { after: page.after, orderBy: list.orderBy };
    const all = unfiltered?.(args);
    // Without a filter the two counts are one.
    const isFiltered = unfiltered !== undefined && !isDeepStrictEqual(all, list.where);
    const asksAll = names.has("unfilteredTotalCount");
    const counts = {
      ...(names.has("totalCount") || (asksAll && !isFiltered)
        ? { [relation]: list.where === undefined ? true : where }
        : {}),
      ...(asksAll && isFiltered ? { [unfilteredCount(relation)]: { of: relation, where: all } } : {}),
      ...(names.has("pageInfo")
        ? { [beyond(relation, page)]: { of: relation, ...where, ...after, take: 1, skip: list.skip + list.take } }
        : {}),
    };
    const tree: Selection = {
      ...(names.has("edges") || names.has("pageInfo") ? { [relation]: rowsTree(rows, list, nested) } : {}),
      ...(Object.keys(counts).length === 0 ? {} : { _count: { select: counts } }),
    };
    return { select: tree };
  };
  return {
    complexity: byPage,
    extensions: { pothosPrismaSelect: select, [LISTED_RELATION]: { relation, rows } satisfies ListedRelation },
    resolve: (parent: object, args: Args, context: GraphContext): ConnectionData<Row> => {
      const page = keysetPage(args, query(args, context).orderBy);
      const { [relation]: found, _count: counts } = parent as {
        [name: string]: unknown;
        _count?: Record<string, number>;
      };
      const rows = (found ?? []) as (object & Row)[];
      return {
        rows: rowOf === undefined ? rows : (rows as never[]).map(rowOf),
        cursors: cursorsOf(rows),
        page,
        totalCount: () => counts?.[relation] ?? 0,
        hasNextPage: (counts?.[beyond(relation, page)] ?? 0) > 0,
      };
    },
  };
}

/** Like `relatedPage`, for a connection made by `defineFilteredConnection`. */
export function filteredPage<Row, Args extends PageArguments>(
  list: Rewritten<Row, Args> & Required<Pick<Rewritten<Row, Args>, "unfiltered">>,
) {
  const related = relatedPage<Row, Args>(list);
  return {
    ...related,
    resolve: (parent: object, args: Args, context: GraphContext): FilteredConnectionData<Row> => {
      const { _count: counts } = parent as { _count?: Record<string, number> };
      return {
        ...related.resolve(parent, args, context),
        unfilteredTotalCount: () => counts?.[unfilteredCount(list.relation)] ?? counts?.[list.relation] ?? 0,
      };
    },
  };
}
