/**
 * What is to be read, in Prisma's words: `select` or `include`, `where`, `orderBy`, `take`, `skip`. It is the tree that Pothos' Prisma
 * plugin makes of a GraphQL selection. Without `select` a row has all of its columns.
 */
export interface SelectTree {
  select?: Selection | null | undefined;
  include?: Selection | null | undefined;
  where?: Where | undefined;
  orderBy?: OrderBy | readonly OrderBy[] | undefined;
  take?: number | undefined;
  skip?: number | undefined;
  /** Only rows that come later in the order than one with these sort keys (see `readCursor`). */
  after?: readonly string[] | undefined;
  /** Whether each row has its cursor, as `CURSOR`. The order has to be total, and of columns that are never null. */
  cursors?: boolean | undefined;
  /** Of each row of the root, parts of the answer as text (see `textsOf`). */
  texts?: OutputObject | undefined;
}

/** A column by `true`, a relation by `true` or a tree, `_count` by the relations to count. */
export type Selection = Readonly<Record<string, unknown>>;
export type Where = Readonly<Record<string, unknown>>;
export type OrderBy = Readonly<Record<string, unknown>>;

/** The form of a value in an answer: a built-in scalar, milliseconds in UTC, or the names of an enum by its values. */
export type Leaf = "String" | "Int" | "Float" | "Boolean" | "DateTime" | Readonly<Record<string, string>>;

/** A value that a statement writes as the JSON text of an answer, of one row. */
export type Output =
  | { constant: string | boolean }
  /** `required`: a null is no answer. */
  | { column: string; as: Leaf; required: boolean }
  | { count: string; where?: SelectTree["where"] }
  /** Whether a relation has rows beyond the page that a tree asks for. */
  | { beyond: string; tree: SelectTree }
  /** The cursor of the first or the last row that a relation's tree asks for, or null. */
  | { cursorOf: "first" | "last"; relation: string; tree: SelectTree }
  /** Of a row of a relation whose tree asks for cursors. */
  | { cursor: true }
  /** Of the rows of a relation, of each its object; of a relation to one the object, or null. */
  | { relation: string; tree: SelectTree; of: OutputObject; required: boolean }
  /** Of the same row. */
  | { object: OutputObject };

/** What an object has, by its keys in their order. */
export type OutputObject = Readonly<Record<string, Output>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The tree asks for something that no statement is made of here: a mistake of ours. */
export const unknownPart = (what: string): Error => new Error(`a selection tree cannot have ${what}`);
