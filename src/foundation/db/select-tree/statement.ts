import type { Model, Models } from "./model.ts";
import type { OutputObject, Selection, SelectTree, Where } from "./tree.ts";
import { type TreeStatement, TreeWriter } from "./tree-writer.ts";

/** A cached statement whose first values are those of the tree's conditions. */
interface KnownStatement extends TreeStatement {
  model: Model;
  of: OutputObject | undefined;
}

/** Cached statements by selection and by the columns of their conditions. */
const knownStatements = new WeakMap<Selection, Map<string, KnownStatement>>();

/**
 * Returns the columns of conditions that all compare with a plain value, so that only values differ between such
 * statements. Null where a condition is of another kind.
 */
function comparedColumns(model: Model, where: Where): string | null {
  let columns = "";
  for (const name in where) {
    const type = typeof where[name];
    if ((type !== "string" && type !== "number") || model.columns.get(name)?.values !== null) return null;
    columns += `${name} `;
  }
  return columns;
}

/** Like the writer's, but cached by selection and by the columns of its conditions. */
function byKeyStatement(models: Models, model: Model, tree: SelectTree, select: Selection, where: Where) {
  const columns = comparedColumns(model, where);
  if (columns === null) return null;
  const known = knownStatements.get(select) ?? new Map<string, KnownStatement>();
  const before = known.get(columns);
  if (before?.model !== model || before.of !== tree.texts) {
    const made = new TreeWriter(models).statement(model, tree);
    known.set(columns, { ...made, model, of: tree.texts });
    knownStatements.set(select, known);
    return made;
  }
  const values = Object.values(where);
  return { ...before, values: [...values, ...before.values.slice(values.length)] };
}

/** Returns the statement that reads a model's rows by a tree. @throws Error for parts that our trees never have */
export function treeStatement(models: Models, model: Model, tree: SelectTree): TreeStatement {
  const { select, where, orderBy, take, skip, after, cursors } = tree;
  const isByKey = (orderBy ?? take ?? skip ?? after ?? cursors) === undefined;
  const known = isByKey && select != null && where !== undefined && byKeyStatement(models, model, tree, select, where);
  return known || new TreeWriter(models).statement(model, tree);
}

/** Returns the statement that counts a model's rows by each of these conditions: a single row with the numbers as `rows`. */
export const countsStatement = (models: Models, model: Model, wheres: readonly SelectTree["where"][]): TreeStatement =>
  new TreeWriter(models).counts(model, wheres);
