import type { FieldMap, ObjectRef, OutputType } from "@pothos/core";
import type { ChildLoader } from "#foundation/db/children";
import { CURSOR, readCursor } from "#foundation/db/select-tree/keyset";
import type { OrderBy } from "#foundation/db/select-tree/tree";
import { InvalidInputError } from "#foundation/errors/index";
import { builder, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./builder.ts";

type Types = typeof builder.$inferSchemaTypes;
type EdgeFieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, EdgeData<Row>>;

/** A page as LIMIT and OFFSET. */
export interface Page {
  limit: number;
  offset: number;
  /** Sort keys of the row after which the page begins, in a list whose cursors hold sort keys. */
  after?: readonly string[];
}

/** The source of a connection: the rows of the page, and a total that is computed only when selected. */
export interface ConnectionData<Row> {
  /** Has one row more than the page where `hasNextPage` is absent. A promise's rows have their cursors. */
  rows: Row[] | Promise<Row[]>;
  hasNextPage?: boolean;
  /** One for each row; by default cursors are positions. */
  cursors?: readonly string[];
  page: Page;
  totalCount: () => Promise<number> | number;
}

/** A connection over a filtered list, which also has its unfiltered length. */
export interface FilteredConnectionData<Row> extends ConnectionData<Row> {
  unfilteredTotalCount: () => Promise<number> | number;
}

export interface EdgeData<Row> {
  row: Row;
  cursor: string;
}

const POSITION = /^offset:(\d{1,9})$/;

/** Returns a position as a cursor, for a list that is made again for each request and has no sort keys. */
const cursorOf = (position: number) => Buffer.from(`offset:${position}`).toString("base64url");

const noCursor = (cursor: string) =>
  new InvalidInputError(`after: "${cursor.slice(0, 50)}" is not a cursor of this list`);

function positionAfter(cursor: string): number {
  const match = POSITION.exec(Buffer.from(cursor, "base64url").toString());
  if (match?.[1] === undefined) throw noCursor(cursor);
  return Number(match[1]) + 1;
}

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  offset?: number | null | undefined;
}

/** Converts `first` (1–100, 25 by default), `after` and `offset` to a page. @throws InvalidInputError */
export function pageOf({ first, after, offset }: PageArguments): Page {
  if (first != null && (first < 1 || first > MAX_PAGE_SIZE))
    throw new InvalidInputError(`first must be 1–${MAX_PAGE_SIZE}`);
  if (offset != null && offset < 0) throw new InvalidInputError("offset must be 0 or more");
  if (after != null && offset != null) throw new InvalidInputError("give after or offset, not both");
  return { limit: first ?? DEFAULT_PAGE_SIZE, offset: after != null ? positionAfter(after) : (offset ?? 0) };
}

/** Like `pageOf`, for a list whose cursors hold the sort keys of this order. @throws InvalidInputError */
export function keysetPage({ after, ...args }: PageArguments, order: OrderBy | readonly OrderBy[]): Page {
  if (after != null && args.offset != null) throw new InvalidInputError("give after or offset, not both");
  const page = pageOf(args);
  if (after == null) return page;
  const keys = readCursor(after, order);
  if (keys === null) throw noCursor(after);
  return { ...page, after: keys };
}

/** Returns the tree's arguments for the rows of a keyset page; `beyond` is the number of further rows. */
export function keysetTree({ limit, offset, after }: Page, beyond = 0) {
  const page = { take: limit + beyond, skip: offset };
  return { ...page, cursors: true, ...(after === undefined ? {} : { after }) } as typeof page;
}

/** Returns the cursors of rows that were read this way. */
export const cursorsOf = (rows: readonly object[]): string[] =>
  rows.map((row) => (CURSOR in row ? String(row[CURSOR]) : ""));

/**
 * Returns a page of a loader's list under one parent. The rows are still to come, so that the totals are asked for in
 * the same turn, and one statement reads them all. @throws InvalidInputError
 */
export function childPage<Row extends object, Parent>(
  loader: ChildLoader<Row, Parent>,
  parent: Parent,
  args: PageArguments,
): FilteredConnectionData<Row> {
  const page = keysetPage(args, loader.order);
  const rows = loader.page(parent, page);
  // Awaited only where a query selects them.
  rows.catch(() => {});
  return {
    rows,
    page,
    totalCount: () => loader.total(parent),
    unfilteredTotalCount: () => loader.unfilteredTotal(parent),
  };
}

/** Calls back with the rows of a connection, and with their cursors. */
function withRows<Row, Result>(
  { rows, page, cursors }: ConnectionData<Row>,
  use: (rows: Row[], cursorAt: (row: number) => string) => Result,
): Result | Promise<Result> {
  if (rows instanceof Promise)
    return rows.then((read) => {
      const known = cursorsOf(read as object[]);
      return use(read, (row) => known[row] ?? "");
    });
  return use(rows, (row) => cursors?.[row] ?? cursorOf(page.offset + row));
}

/** Rows that are skipped at the cost of a field: PostgreSQL reads them all the same. */
const SKIPPED_A_FIELD = 2;
/** The most that skipping costs; a page so late is costly by itself. */
const MOST_SKIPPED = 2_000;

/** Returns the complexity of a connection: that of a node, times the page, and of the rows before it. */
export const byPage = ({ first, offset }: PageArguments) => ({
  field: 1 + Math.min(Math.floor(Math.max(offset ?? 0, 0) / SKIPPED_A_FIELD), MOST_SKIPPED),
  multiplier: Math.min(Math.max(first ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE),
});

/** Defines the edge type of a connection. `nodeOf` returns the source of the node type. */
function defineEdge<Row>(
  name: string,
  node: OutputType<Types>,
  nodeOf: (row: Row) => unknown,
  edgeFields: (t: EdgeFieldBuilder<Row>) => FieldMap,
) {
  return builder.objectRef<EdgeData<Row>>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString("cursor"),
      // The node's own type checks its source; Pothos cannot carry the type parameter between the two.
      node: t.field({ type: node, resolve: ({ row }) => nodeOf(row) as never }),
      ...edgeFields(t),
    }),
  });
}

const edgeOfRow = <Row>(row: Row, cursor: string): EdgeData<Row> => ({ row, cursor });

const cursors = new WeakMap<object, string>();

/** Returns the cursor of an edge that is itself a row. */
export const cursorOfRow = (row: object): string => cursors.get(row) ?? "";

const placed = <Row extends object>(row: Row, cursor: string): Row => {
  cursors.set(row, cursor);
  return row;
};

/** Defines the fields of every connection. */
function connectionFields<Row, Edge, Data extends ConnectionData<Row>>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Data>,
  edge: ObjectRef<Types, Edge>,
  edgeOf: (row: Row, cursor: string) => Edge,
) {
  return {
    edges: t.field({
      type: [edge],
      complexity: { field: 0, multiplier: 1 },
      resolve: (list) =>
        withRows(list, (rows, cursorAt) => rows.slice(0, list.page.limit).map((row, i) => edgeOf(row, cursorAt(i)))),
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      resolve: (list) =>
        withRows(list, (rows, cursorAt) => {
          const { page, hasNextPage = rows.length > page.limit } = list;
          const shown = Math.min(rows.length, page.limit);
          return {
            startCursor: shown > 0 ? cursorAt(0) : null,
            endCursor: shown > 0 ? cursorAt(shown - 1) : null,
            hasNextPage,
            hasPreviousPage: page.offset > 0 || page.after !== undefined,
          };
        }),
    }),
    totalCount: t.int({ resolve: (connection) => connection.totalCount() }),
  };
}

/**
 * Defines Relay's connection and edge types over our rows. `nodeOf` returns the source of the node type: the object
 * itself, or the key of a model, which one more statement then reads. `edgeFields` are further fields of an edge,
 * `listFields` of the list.
 */
export function defineConnection<Row, Data extends ConnectionData<Row> = ConnectionData<Row>>(
  name: string,
  node: OutputType<Types>,
  nodeOf: (row: Row) => unknown,
  edgeFields: (t: EdgeFieldBuilder<Row>) => FieldMap = () => ({}),
  listFields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Data>) => FieldMap = () => ({}),
) {
  const edge = defineEdge(name, node, nodeOf, edgeFields);
  return builder.objectRef<Data>(`${name}Connection`).implement({
    fields: (t) => ({ ...connectionFields<Row, EdgeData<Row>, Data>(t, edge, edgeOfRow), ...listFields(t) }),
  });
}

/**
 * Like `defineConnection`, over a separate edge type whose edges are the rows themselves; it has their `cursorOfRow`.
 */
export const defineConnectionOver = <Row extends object>(name: string, edge: ObjectRef<Types, Row>) =>
  builder
    .objectRef<ConnectionData<Row>>(`${name}Connection`)
    .implement({ fields: (t) => connectionFields<Row, Row, ConnectionData<Row>>(t, edge, placed) });

/** Like `defineConnection`, for a list that also has its unfiltered length. */
export function defineFilteredConnection<Row>(
  name: string,
  node: OutputType<Types>,
  nodeOf: (row: Row) => unknown,
  edgeFields: (t: EdgeFieldBuilder<Row>) => FieldMap = () => ({}),
) {
  const edge = defineEdge(name, node, nodeOf, edgeFields);
  return builder.objectRef<FilteredConnectionData<Row>>(`${name}Connection`).implement({
    fields: (t) => ({
      ...connectionFields<Row, EdgeData<Row>, FilteredConnectionData<Row>>(t, edge, edgeOfRow),
      unfilteredTotalCount: t.int({
        description: "The number of entries that the list would have without the filter.",
        resolve: (connection) => connection.unfilteredTotalCount(),
      }),
    }),
  });
}
