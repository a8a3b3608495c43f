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
import { read } from "./read.ts";

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
}

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
    const counts = {
      ...(names.has("totalCount") || names.has("unfilteredTotalCount")
        ? { [relation]: list.where === undefined ? true : where }
        : {}),
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

/** A list whose connection also has its unfiltered length. */
interface FilteredList<Row, Args> extends Rewritten<Row, Args> {
  /** The parent's model, by the reader's name. */
  model: "company" | "market";
  /** The condition on the unfiltered rows; undefined means none. */
  unfiltered: (args: Args) => Where | undefined;
}

/** Like `relatedPage`, for a connection made by `defineFilteredConnection`. */
export function filteredPage<Row, Args extends PageArguments>(list: FilteredList<Row, Args>) {
  const { model, relation, query, unfiltered } = list;
  const related = relatedPage<Row, Args>(list);
  return {
    ...related,
    resolve: (parent: { id: number }, args: Args, context: GraphContext): FilteredConnectionData<Row> => {
      const page = related.resolve(parent, args, context);
      const where = unfiltered(args);
      const isFiltered = !isDeepStrictEqual(where, query(args, context).where);
      return {
        ...page,
        // The query tree cannot hold a second count of a list: that takes one more statement for all parents.
        unfilteredTotalCount: isFiltered ? () => countOf(context, model, parent.id, relation, where) : page.totalCount,
      };
    },
  };
}

async function countOf(
  context: GraphContext,
  model: "company" | "market",
  id: number,
  relation: string,
  where: Where | undefined,
): Promise<number> {
  const select = { _count: { select: { [relation]: where === undefined ? true : { where } } } };
  const reader: { findUniqueOrThrow(tree: object): Promise<unknown> } = read(context)[model];
  const { _count: counts } = (await reader.findUniqueOrThrow({ where: { id }, select })) as {
    _count: Record<string, number>;
  };
  return counts[relation] ?? 0;
}
