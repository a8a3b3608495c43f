import type { SortKey } from "./keyset.ts";
import { type Column, type Model, quoted } from "./model.ts";
import { literal } from "./output.ts";
import { isObject, unknownPart } from "./tree.ts";

/**
 * Returns one ORDER BY term. Nulls sort by PostgreSQL's default unless the order says otherwise.
 * Beyond Prisma, texts can compare `folded` or `bytewise`. `folded` ignores case and accents, like names in company
 * search; `bytewise` compares code points.
 * A null counts as `ifNull` where one is given, so that cursors can hold it.
 */
export function orderTerm(
  { name, column, isRequired }: Column,
  direction: unknown,
  alias: string,
): { sql: string; way: string; key: SortKey } {
  const { sort, nulls, compare, ifNull } = isObject(direction)
    ? direction
    : { sort: direction, nulls: undefined, compare: undefined, ifNull: undefined };
  if (sort !== "asc" && sort !== "desc") throw unknownPart(`the order of ${name}`);
  const end = nulls === "first" || nulls === "last" ? ` NULLS ${nulls.toUpperCase()}` : "";
  const stored = `${alias}.${quoted(column)}`;
  const plain = ifNull === undefined ? stored : `coalesce(${stored}, ${constant(ifNull)})`;
  const sql = compared(plain, compare);
  return {
    sql,
    way: `${sort.toUpperCase()}${end}`,
    key: { sql, isDescending: sort === "desc", isRequired: isRequired || ifNull !== undefined },
  };
}

function compared(text: string, compare: unknown): string {
  if (compare === "folded") return `lower(unaccent(${text})) COLLATE "C"`;
  return compare === "bytewise" ? `${text} COLLATE "C"` : text;
}

/** Formats a constant of the source as SQL: a whole number or a text. */
function constant(value: unknown): string {
  if (typeof value === "string") return literal(value);
  if (Number.isInteger(value)) return String(value);
  throw unknownPart("such a value in the place of null");
}

/** Returns a model's column by its name. */
export function columnOf(model: Model, name: string): Column {
  const column = model.columns.get(name);
  if (column === undefined) throw unknownPart(`an order by ${model.name}.${name}`);
  return column;
}
