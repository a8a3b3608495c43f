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
  /** The same without the list's filter, where it has one. */
  unfilteredRows?: string;
  order: ChildOrder;
  /** The parameters `$2`, `$3` … of the rows; `$1` is the array of parents. */
  values?: unknown[];
  /** Type of the parents' ids; `int` by default. */
  parents?: "int" | "uuid";
}

/**
 * Reads pages and totals of one list for many parents: one statement per distinct page, however many parents there are.
 * Totals that are asked for in the same turn are in the statement of a page.
 */
export interface ChildLoader<Row, Parent = number> {
  order: ChildOrder;
  /**
   * Returns the page's rows and one more, so that the reader knows whether there is a next page. Each row has its
   * cursor, as `CURSOR`. @throws InvalidInputError for a cursor whose sort keys are not of the list's types
   */
  page(parent: Parent, page: ChildPage): Promise<Row[]>;
  total(parent: Parent): Promise<number>;
  /** Returns the total without the list's filter. */
  unfilteredTotal(parent: Parent): Promise<number>;
}

/** What is asked for of a parent: a page, or the totals. */
interface Asked<Parent> {
  parent: Parent;
  page: ChildPage | null;
}

interface Totals {
  listTotal: number;
  listUnfiltered: number;
}

const pageName = ({ limit, offset, after }: ChildPage) => JSON.stringify([limit, offset, after]);

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
  return `SELECT ${columns}, ${cursorSql(order, Object.keys(order))} AS "${CURSOR}" ${rows} ${following}
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
  const countOf = (rows: string) => `(SELECT count(*) ${rows})::int`;
  const unfiltered = list.unfilteredRows === undefined ? "NULL::int" : countOf(list.unfilteredRows);
  const counted = `SELECT p.id, ${countOf(list.rows)} AS "listTotal", ${unfiltered} AS "listUnfiltered" FROM ${parentIds}`;

  const totalsOf = ({ listTotal, listUnfiltered }: Totals & { listUnfiltered: number | null }): Totals => ({
    listTotal,
    listUnfiltered: listUnfiltered ?? listTotal,
  });

  /** Reads one page of these parents, and adds their totals where they are asked for. */
  const readPage = async (parents: readonly Parent[], page: ChildPage, totals: Map<Parent, Totals> | null) => {
    const found = new Map<Parent, Row[]>(parents.map((parent) => [parent, []]));
    const rows = await db.query<Row & Totals & { parent: Parent; position: string | null }>(
      // Materialized, so that no row of the page counts the list again.
      `${totals === null ? "" : `WITH counted AS MATERIALIZED (${counted})`}
       SELECT p.id AS parent, ${totals === null ? "" : `p."listTotal", p."listUnfiltered", `}x.*
       FROM ${totals === null ? parentIds : "counted p"}
       LEFT JOIN LATERAL (SELECT row_number() OVER () AS position, y.* FROM (${pageSql(list, page, values.length + 1)}) y) x ON true
       ORDER BY x.position`,
      [parents, ...values, page.limit + 1, page.offset, ...(page.after ?? [])],
    );
    for (const row of rows) {
      totals?.set(row.parent, totalsOf(row));
      if (row.position !== null) found.get(row.parent)?.push(row);
    }
    return found;
  };

  const readTotals = async (parents: readonly Parent[], totals: Map<Parent, Totals>): Promise<void> => {
    const rows = await db.query<Totals & { id: Parent }>(counted, [parents, ...values]);
    for (const row of rows) totals.set(row.id, totalsOf(row));
  };

  const readAll = async (asked: readonly Asked<Parent>[]): Promise<(Row[] | Totals | Error)[]> => {
    const counting = new Set(asked.flatMap(({ parent, page }) => (page === null ? [parent] : [])));
    const samePage = new Map<string, { page: ChildPage; parents: Parent[] }>();
    for (const { parent, page } of asked) {
      if (page === null) continue;
      const group = samePage.get(pageName(page)) ?? { page, parents: [] };
      group.parents.push(parent);
      samePage.set(pageName(page), group);
    }
    const totals = new Map<Parent, Totals>();
    const found = new Map<string, Map<Parent, Row[]> | Error>();
    for (const [name, { page, parents }] of samePage) {
      const isCounted = parents.some((parent) => counting.has(parent) && !totals.has(parent));
      // A cursor that is refused leaves the other pages as they are.
      const read = readPage(parents, page, isCounted ? totals : null).catch((error: Error) =>
        page.after === undefined ? error : cursorError(error),
      );
      found.set(name, await read);
    }
    const left = [...counting].filter((parent) => !totals.has(parent));
    if (left.length > 0) await readTotals(left, totals);
    return asked.map(({ parent, page }) => {
      if (page === null) return totals.get(parent) ?? { listTotal: 0, listUnfiltered: 0 };
      const rows = found.get(pageName(page));
      return rows instanceof Error ? rows : (rows?.get(parent) ?? []);
    });
  };

  const loader = new DataLoader<Asked<Parent>, Row[] | Totals, string>(readAll, {
    cacheKeyFn: ({ parent, page }) => `${parent}/${page === null ? "" : pageName(page)}`,
  });
  const totalsFor = async (parent: Parent) => (await loader.load({ parent, page: null })) as Totals;
  return {
    order: list.order,
    page: async (parent, page) => (await loader.load({ parent, page })) as Row[],
    total: async (parent) => (await totalsFor(parent)).listTotal,
    unfilteredTotal: async (parent) => (await totalsFor(parent)).listUnfiltered,
  };
}
