/**
 * What to read, in Prisma's words: `select` or `include`, `where`, `orderBy`, `take`, `skip`.
 * Pothos' Prisma plugin makes this tree of a GraphQL selection. Without `select` a row has all of its columns.
 */
export interface SelectTree {
  select?: Selection | null | undefined;
  include?: Selection | null | undefined;
  where?: Where | undefined;
  orderBy?: OrderBy | readonly OrderBy[] | undefined;
  take?: number | undefined;
  skip?: number | undefined;
  /** Only rows that follow one with these sort keys in the order (see `readCursor`). */
  after?: readonly string[] | undefined;
  /** Whether each row gets its cursor, as `CURSOR`. The order must be total, over columns that are never null. */
  cursors?: boolean | undefined;
  /** Parts of the answer to write as text, for each row of the root (see `textsOf`). */
  texts?: OutputObject | undefined;
}

/** A column by `true`, a relation by `true` or a tree, `_count` by the relations to count. */
export type Selection = Readonly<Record<string, unknown>>;
export type Where = Readonly<Record<string, unknown>>;
export type OrderBy = Readonly<Record<string, unknown>>;

/**
 * The form of a value in an answer. `DateTime` is in UTC with milliseconds; a record gives the names of an enum by its
 * values.
 */
export type Leaf = "String" | "Int" | "Float" | "Boolean" | "DateTime" | Readonly<Record<string, string>>;

/** A part of an answer that a statement writes as JSON text, for one row. */
export type Output =
  | { constant: string | boolean }
  /** `required`: a null value fails the statement. */
  | { column: string; as: Leaf; required: boolean }
  | { count: string; where?: SelectTree["where"] }
  /** Whether a relation has rows beyond the page that the tree asks for. */
  | { beyond: string; tree: SelectTree }
  /** The cursor of the first or last row that a relation's tree asks for; null without rows. */
  | { cursorOf: "first" | "last"; relation: string; tree: SelectTree }
  /** The cursor of a row, in a relation whose tree asks for cursors. */
  | { cursor: true }
  /** The object of each row of a relation; for a to-one relation its object or null. */
  | { relation: string; tree: SelectTree; of: OutputObject; required: boolean }
  /** A nested object of the same row. */
  | { object: OutputObject };

/** The parts of an object by key, in the order of the answer. */
export type OutputObject = Readonly<Record<string, Output>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Makes the error for a tree that no statement supports, which is a bug of ours. */
export const unknownPart = (what: string): Error => new Error(`a selection tree cannot have ${what}`);
