import DataLoader from "dataloader";
import type { Database } from "./database.ts";

/** A page of a list under one parent. */
export interface ChildPage {
  limit: number;
  offset: number;
}

/** A list under each of many parents; in both SQL texts `p.id` is the parent's id. */
export interface ChildList<Order extends string> {
  /** A whole SELECT with ORDER BY and without LIMIT, one for each order that a caller may choose. */
  select: Record<Order, string>;
  /** A SELECT that counts all children. */
  count: string;
  /** The parameters `$2`, `$3` …; `$1` is the array of parents. */
  values?: unknown[];
  /** Type of the parents' ids; `int` by default. */
  parents?: "int" | "uuid";
}

/** Reads pages and totals of one list for many parents: one statement per distinct page, however many parents there are. */
export interface ChildLoader<Row, Order extends string, Parent = number> {
  /** Returns the page's rows and one more, so that the reader knows whether there is a next page. */
  page(parent: Parent, page: ChildPage, order: Order): Promise<Row[]>;
  total(parent: Parent): Promise<number>;
}

interface PageKey<Order, Parent> extends ChildPage {
  parent: Parent;
  order: Order;
}

const pageName = ({ limit, offset, order }: PageKey<string, unknown>) => `${order}/${limit}/${offset}`;
const keyName = (key: PageKey<string, unknown>) => `${key.parent}/${pageName(key)}`;

/**
 * Makes the loaders of one list for one request.
 * Prisma has no LIMIT per parent: it reads all children of all parents and cuts in JavaScript.
 * A list under a list therefore uses LATERAL instead of an include.
 */
export function childLoader<Row extends object, Order extends string, Parent extends number | string = number>(
  db: Database,
  list: ChildList<Order>,
): ChildLoader<Row, Order, Parent> {
  const values = list.values ?? [];
  const parentIds = `unnest($1::${list.parents ?? "int"}[]) AS p(id)`;
  const limitAndOffset = `LIMIT $${values.length + 2} OFFSET $${values.length + 3}`;

  const readPages = async (keys: readonly PageKey<Order, Parent>[]): Promise<Row[][]> => {
    const found = new Map<string, Row[]>(keys.map((key) => [keyName(key), []]));
    const samePage = new Map<string, PageKey<Order, Parent>[]>();
    for (const key of keys) samePage.set(pageName(key), [...(samePage.get(pageName(key)) ?? []), key]);
    for (const group of samePage.values()) {
      const [page] = group;
      if (page === undefined) continue;
      const rows = await db.query<Row & { parent: Parent }>(
        `SELECT p.id AS parent, x.* FROM ${parentIds}
         CROSS JOIN LATERAL (SELECT row_number() OVER () AS position, y.* FROM (${list.select[page.order]} ${limitAndOffset}) y) x
         ORDER BY x.position`,
        [group.map((key) => key.parent), ...values, page.limit + 1, page.offset],
      );
      for (const row of rows) found.get(keyName({ ...page, parent: row.parent }))?.push(row);
    }
    return keys.map((key) => found.get(keyName(key)) ?? []);
  };
  const pages = new DataLoader<PageKey<Order, Parent>, Row[], string>(readPages, { cacheKeyFn: keyName });

  const totals = new DataLoader<Parent, number>(async (parents) => {
    const rows = await db.query<{ parent: Parent; total: number }>(
      `SELECT p.id AS parent, (${list.count})::int AS total FROM ${parentIds}`,
      [parents, ...values],
    );
    const byParent = new Map(rows.map((row) => [row.parent, row.total]));
    return parents.map((parent) => byParent.get(parent) ?? 0);
  });

  return {
    page: (parent, page, order) => pages.load({ parent, ...page, order }),
    total: (parent) => totals.load(parent),
  };
}
