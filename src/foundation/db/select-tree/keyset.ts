import { createHash } from "node:crypto";
import { literal } from "./output.ts";
import type { OrderBy } from "./tree.ts";

/** One key of an order, as SQL over the rows that are ordered. */
export interface SortKey {
  sql: string;
  isDescending: boolean;
  /** Of a column that is never null. */
  isRequired: boolean;
}

/** The property of a row that has its cursor, where a tree asks for `cursors`. */
export const CURSOR = "treeCursor";

/** The longest cursor that is read, in characters. */
const LONGEST = 8_192;

const nameOf = (order: OrderBy | readonly OrderBy[] | undefined): string =>
  createHash("sha256").update(JSON.stringify(order)).digest("base64url").slice(0, 6);

/** A row's cursor: the name of the order and the row's sort keys as PostgreSQL writes them, as JSON in base64url. */
export function cursorSql(order: OrderBy | readonly OrderBy[] | undefined, keys: readonly SortKey[]): string {
  const values = [literal(nameOf(order)), ...keys.map(({ sql }) => `(${sql})::text`)].join(", ");
  const bytes = `convert_to(json_build_array(${values})::text, 'UTF8')`;
  return `translate(encode(${bytes}, 'base64'), E'+/=\\n', '-_')`;
}

/** The sort keys of a cursor of this order; null: it is none. Whether they have the types of their columns PostgreSQL finds out. */
export function readCursor(cursor: string, order: OrderBy | readonly OrderBy[]): string[] | null {
  if (cursor.length > LONGEST) return null;
  try {
    const [name, ...keys] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const isOurs = name === nameOf(order) && keys.length === [order].flat().flatMap(Object.entries).length;
    return isOurs && keys.every((key) => typeof key === "string" && !key.includes("\0")) ? (keys as string[]) : null;
  } catch {
    return null;
  }
}

/** The condition on rows that come after a row with these values of the keys, which are placeholders. */
export function afterSql(keys: readonly SortKey[], values: readonly string[]): string {
  const [first, ...others] = keys;
  const [value, ...left] = values;
  if (first === undefined || value === undefined) return "false";
  const operator = first.isDescending ? "<" : ">";
  // A comparison of rows is one range of an index.
  if (others.every(({ isDescending }) => isDescending === first.isDescending))
    return `(${keys.map(({ sql }) => sql).join(", ")}) ${operator} (${values.join(", ")})`;
  return `(${first.sql} ${operator} ${value} OR (${first.sql} = ${value} AND ${afterSql(others, left)}))`;
}
