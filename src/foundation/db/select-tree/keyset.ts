import { createHash } from "node:crypto";
import { InvalidInputError } from "../../errors/index.ts";
import { literal } from "./output.ts";
import type { OrderBy } from "./tree.ts";

/** One sort key of an order, as SQL over the ordered rows. */
export interface SortKey {
  sql: string;
  isDescending: boolean;
  /** True for a column that is never null. */
  isRequired: boolean;
}

/** The property that holds a row's cursor, where a tree asks for `cursors`. */
export const CURSOR = "treeCursor";

/** Length limit of a cursor, in characters. */
const LONGEST = 8_192;

const nameOf = (order: OrderBy | readonly OrderBy[] | undefined): string =>
  createHash("sha256").update(JSON.stringify(order)).digest("base64url").slice(0, 6);

/**
 * Returns SQL for a row's cursor: the name of the order and the row's sort keys as PostgreSQL writes them, as JSON in
 * base64url. The keys are SQL.
 */
export function cursorSql(order: OrderBy | readonly OrderBy[] | undefined, keys: readonly string[]): string {
  const values = [literal(nameOf(order)), ...keys.map((key) => `(${key})::text`)].join(", ");
  const bytes = `convert_to(json_build_array(${values})::text, 'UTF8')`;
  return `translate(encode(${bytes}, 'base64'), E'+/=\\n', '-_')`;
}

/**
 * Returns the sort keys of a cursor of this order, or null for anything that is not such a cursor. PostgreSQL checks
 * the types of the values.
 */
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

/**
 * Returns the condition on rows after a row with these values of the keys; the values are placeholders. Keys of one
 * direction compare as a row, which is one range of an index. Where the direction changes, a bound comes first, so that
 * an index still begins there: PostgreSQL makes no range of an OR.
 */
export function afterSql(keys: readonly SortKey[], values: readonly string[]): string {
  const [first] = keys;
  if (first === undefined) return "false";
  const operator = first.isDescending ? "<" : ">";
  const turn = keys.findIndex(({ isDescending }) => isDescending !== first.isDescending);
  const end = turn === -1 ? keys.length : turn;
  const left = keys.slice(0, end).map(({ sql }) => sql);
  const compared = (by: string) => `(${left.join(", ")}) ${by} (${values.slice(0, end).join(", ")})`;
  if (turn === -1) return compared(operator);
  return `(${compared(`${operator}=`)} AND (${compared(operator)} OR ${afterSql(keys.slice(end), values.slice(end))}))`;
}

/**
 * PostgreSQL's codes for texts that are no values of a type, and for dates and numbers out of range. Our typed
 * arguments never cause them, but sort keys that a client made up do.
 */
const NO_VALUES: ReadonlySet<string> = new Set(["22P02", "22007", "22008", "22003", "22009", "22023"]);

/** Returns the error of a statement with sort keys: the caller's where a key was not of its column's type. */
export const cursorError = (error: Error): Error =>
  "code" in error && NO_VALUES.has(String(error.code))
    ? new InvalidInputError("the cursor is not from this list")
    : error;
