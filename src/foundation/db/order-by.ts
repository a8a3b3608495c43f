/** One entry of the order that a caller chose. */
export interface Sorting<Field extends string> {
  field: Field;
  order: "asc" | "desc";
}

/** What each field is sorted by: an SQL expression, and whether it is text or a number. */
export type SortColumns<Field extends string> = Record<Field, { sql: string; type: "text" | "number" }>;

/** Entries beyond the number of fields have no effect. */
export const MAX_SORTINGS = 5;

/** Converts a caller's order to the value of one `text[]` parameter of `orderBySql`. */
export const sortValue = (sorting: readonly Sorting<string>[]): string[] =>
  sorting.map(({ field, order }) => `${field} ${order}`);

/**
 * Returns ORDER BY terms that follow the caller's choice in the `text[]` parameter numbered `parameter`.
 * The statement's text is the same for every choice, so it is prepared once. Nulls come last in both directions.
 */
export function orderBySql<Field extends string>(
  parameter: number,
  columns: SortColumns<Field>,
  entries = MAX_SORTINGS,
): string {
  const terms: string[] = [];
  const all = Object.entries<{ sql: string; type: "text" | "number" }>(columns);
  for (let entry = 1; entry <= entries; entry++)
    for (const order of ["asc", "desc"])
      for (const type of ["text", "number"] as const) {
        const cases = all
          .filter(([, column]) => column.type === type)
          .map(([field, { sql }]) => `WHEN '${field} ${order}' THEN ${sql}`);
        if (cases.length > 0)
          terms.push(`CASE ($${parameter}::text[])[${entry}] ${cases.join(" ")} END ${order.toUpperCase()} NULLS LAST`);
      }
  return terms.join(", ");
}
