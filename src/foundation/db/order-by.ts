import type { ChildOrder } from "./children.ts";

/** One entry of the order that a caller chose. */
export interface Sorting<Field extends string> {
  field: Field;
  order: "asc" | "desc";
}

/** The SQL that each field is sorted by, which is never null. */
export type SortColumns<Field extends string> = Readonly<Record<Field, string>>;

/** Entries beyond the number of fields have no effect. */
export const MAX_SORTINGS = 5;

/**
 * Returns the order that a caller chose, in which the list's own order breaks ties. The last key of the list's own order
 * identifies a row. What has no effect is left out: a field that was named before, and all that follows the last key.
 */
export function sortedBy<Field extends string>(
  sorting: readonly Sorting<Field>[],
  columns: SortColumns<Field>,
  own: ChildOrder,
): ChildOrder {
  const last = Object.keys(own).at(-1);
  const order: Record<string, "asc" | "desc"> = {};
  for (const { field, order: direction } of sorting) {
    order[columns[field]] ??= direction;
    if (columns[field] === last) return order;
  }
  return { ...order, ...Object.fromEntries(Object.entries(own).filter(([sql]) => !(sql in order))) } as ChildOrder;
}
