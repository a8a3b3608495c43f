import DataLoader from "dataloader";
import type { Database } from "./database.ts";
import { afterSql, CURSOR, cursorError, cursorSql, type SortKey } from "./select-tree/keyset.ts";

/** A page of a list under one parent. */
export interface ChildPage {
  limit: number;
  offset: number;
  /** Only rows that follow one with these sort keys (see `readCursor`). */
  after?: readonly string[];
}

/**
 * Sort keys with their directions, the first one first. Each key is SQL over the list's rows that is never null.
 * Together they make the order total.
 */
export type ChildOrder = Readonly<Record<string, "asc" | "desc">>;

/** A list under each of many parents; in its SQL texts `p.id` is the parent's id. */
export interface ChildList {
  /** The columns of a row. */
  columns: string;
  /** FROM, and WHERE with a condition that stays whole before a further AND. */
  rows: string;
  order: ChildOrder;
  /** The parameters `$2`, `$3` … of the rows; `$1` is the array of parents. */
  values?: unknown[];
  /** Type of the parents' ids; `int` by default. */
  parents?: "int" | "uuid";
}

/** Reads pages and totals of one list for many parents: one statement per distinct page, however many parents there are. */
export interface ChildLoader<Row, Parent = number> {
  order: ChildOrder;
  /**
   * Returns the page's rows and one more, so that the reader knows whether there is a next page. Each row has its
   * cursor, as `CURSOR`. @throws InvalidInputError for a cursor whose sort keys are not of the list's types
   */
  page(parent: Parent, page: ChildPage): Promise<Row[]>;
  total(parent: Parent): Promise<number>;
}

interface PageKey<Parent> extends ChildPage {
  parent: Parent;
}

const pageName = ({ limit, offset, after }: ChildPage) => JSON.stringify([limit, offset, after]);
const keyName = (key: PageKey<unknown>) => `${key.parent}/${pageName(key)}`;

const sortKeysOf = (order: ChildOrder): SortKey[] =>
  Object.entries(order).map(([sql, direction]) => ({ sql, isDescending: direction === "desc", isRequired: true }));

/** Returns the terms of an ORDER BY. */
const orderSql = (order: ChildOrder): string =>
  Object.entries(order)
    .map(([sql, direction]) => `${sql} ${direction.toUpperCase()}`)
    .join(", ");

/** Returns a SELECT of one parent's rows in their order. The parameters after the first `known` ones are the page's. */
function pageSql({ columns, rows, order }: ChildList, { after = [] }: ChildPage, known: number): string {
  const keys = sortKeysOf(order);
  const values = after.map((_, i) => `$${known + 3 + i}`);
  const following = after.length === 0 ? "" : `AND ${afterSql(keys, values)}`;
  return `SELECT ${columns}, ${cursorSql(order, keys)} AS "${CURSOR}" ${rows} ${following}
    ORDER BY ${orderSql(order)} LIMIT $${known + 1} OFFSET $${known + 2}`;
}

/**
 * Makes the loaders of one list for one request.
 * Prisma has no LIMIT per parent: it reads all children of all parents and cuts in JavaScript.
 * A list under a list therefore uses LATERAL instead of an include.
 */
export function childLoader<Row extends object, Parent extends number | string = number>(
  db: Database,
  list: ChildList,
): ChildLoader<Row, Parent> {
  const values = list.values ?? [];
  const parentIds = `unnest($1::${list.parents ?? "int"}[]) AS p(id)`;

  const readPage = async (parents: readonly Parent[], page: ChildPage): Promise<Map<Parent, Row[]>> => {
    const found = new Map<Parent, Row[]>(parents.map((parent) => [parent, []]));
    const rows = await db.query<Row & { parent: Parent }>(
      `SELECT p.id AS parent, x.* FROM ${parentIds}
       CROSS JOIN LATERAL (SELECT row_number() OVER () AS position, y.* FROM (${pageSql(list, page, values.length + 1)}) y) x
       ORDER BY x.position`,
      [parents, ...values, page.limit + 1, page.offset, ...(page.after ?? [])],
    );
    for (const row of rows) found.get(row.parent)?.push(row);
    return found;
  };
  const readPages = async (keys: readonly PageKey<Parent>[]): Promise<(Row[] | Error)[]> => {
    const samePage = new Map<string, { page: ChildPage; parents: Parent[] }>();
    for (const { parent, ...page } of keys) {
      const group = samePage.get(pageName(page)) ?? { page, parents: [] };
      group.parents.push(parent);
      samePage.set(pageName(page), group);
    }
    const found = new Map<string, Map<Parent, Row[]> | Error>();
    for (const [name, { page, parents }] of samePage) {
      // A cursor that is refused leaves the other pages as they are.
      const read = readPage(parents, page).catch((error: Error) =>
        page.after === undefined ? error : cursorError(error),
      );
      found.set(name, await read);
    }
    return keys.map((key) => {
      const page = found.get(pageName(key));
      return page instanceof Error ? page : (page?.get(key.parent) ?? []);
    });
  };
  const pages = new DataLoader<PageKey<Parent>, Row[], string>(readPages, { cacheKeyFn: keyName });

  const totals = new DataLoader<Parent, number>(async (parents) => {
    const rows = await db.query<{ parent: Parent; total: number }>(
      `SELECT p.id AS parent, (SELECT count(*) ${list.rows})::int AS total FROM ${parentIds}`,
      [parents, ...values],
    );
    const byParent = new Map(rows.map((row) => [row.parent, row.total]));
    return parents.map((parent) => byParent.get(parent) ?? 0);
  });

  return {
    order: list.order,
    page: (parent, page) => pages.load({ parent, ...page }),
    total: (parent) => totals.load(parent),
  };
}
