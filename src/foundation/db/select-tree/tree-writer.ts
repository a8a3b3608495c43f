import { Conditions } from "./conditions.ts";
import { afterSql, CURSOR, cursorSql, type SortKey } from "./keyset.ts";
import { type Column, type Model, type Models, quoted, type Relation } from "./model.ts";
import { columnOf, orderTerm } from "./order-terms.ts";
import { leafJson, literal } from "./output.ts";
import { Parameters } from "./parameters.ts";
import { childShape, type RowShape } from "./shape.ts";
import {
  isObject,
  type OrderBy,
  type Output,
  type OutputObject,
  type Selection,
  type SelectTree,
  unknownPart,
  type Where,
} from "./tree.ts";

/**
 * One statement that reads a whole tree. It returns a single row whose single column `rows` holds the root's rows as
 * JSON.
 * With texts it returns one row per root row: JSON in `row`, the texts in columns `text0`, `text1` ….
 */
export interface TreeStatement {
  text: string;
  values: unknown[];
  shape: RowShape;
  /** The keys of the texts. */
  texts: readonly string[];
}

/** What a selection adds to a statement. */
interface Fields {
  fields: string;
  laterals: string;
  shape: RowShape;
}

/** Cached fields of a statement; `start` counts the aliases and parameters that the statement had before them. */
interface KnownFields extends Fields {
  start: string;
  texts: OutputObject | undefined;
  aliases: number;
  conditionAliases: number;
  values: readonly unknown[];
}

/** Latest fields by selection of the root. A query that was planned before has the same selection objects. */
const knownFields = new WeakMap<Selection, KnownFields>();

interface Rows {
  /** FROM and all that precedes the rows' own conditions. */
  from: string;
  alias: string;
  conditions: string[];
}

/**
 * Writes the statement of one tree. Reads children only for rows that remain after LIMIT, with a LIMIT for each list.
 */
export class TreeWriter {
  readonly #models: Models;
  readonly #parameters = new Parameters();
  readonly #conditions: Conditions;
  #aliases = 0;

  constructor(models: Models) {
    this.#models = models;
    this.#conditions = new Conditions(models, this.#parameters);
  }

  statement(model: Model, tree: SelectTree): TreeStatement {
    const alias = this.#alias();
    const rootsOf = { from: this.#table(model, alias), alias, conditions: [] };
    const [rows, shape] = this.#rows(model, tree, rootsOf, () => this.#rootFields(model, tree, alias));
    const texts = Object.keys(tree.texts ?? {});
    const text = texts.length > 0 ? rows : `SELECT coalesce(json_agg(r), '[]') AS rows FROM (${rows}) r`;
    return { text, values: this.#parameters.values, shape, texts };
  }

  counts(model: Model, wheres: readonly SelectTree["where"][]): TreeStatement {
    const counts = wheres.map((where) => {
      const alias = this.#alias();
      const conditions = this.#conditions.all(model, where, alias);
      return `(SELECT count(*) FROM ${this.#table(model, alias)}${whereOf(conditions)})`;
    });
    return {
      text: `SELECT json_build_array(${counts.join(", ")}) AS rows`,
      values: this.#parameters.values,
      shape: { dates: [], bigints: [], enums: [], children: [] },
      texts: [],
    };
  }

  #alias = () => `t${this.#aliases++}`;

  #table = (model: Model, alias: string) => `${quoted(model.table)} ${alias}`;

  #model(name: string): Model {
    const model = this.#models.get(name);
    if (model === undefined) throw unknownPart(`the model ${name}`);
    return model;
  }

  /** Returns a SELECT of the tree's rows. */
  #rows(
    model: Model,
    tree: SelectTree,
    { from, alias, conditions }: Rows,
    select: () => Fields = () => this.#fields(model, tree, alias),
  ): [string, RowShape] {
    const { order, joins, again, keys } = this.#order(model, tree, alias);
    const all = [...conditions, ...this.#conditions.all(model, tree.where, alias), ...this.#after(tree, keys)];
    const inner = `${from}${joins}${whereOf(all)}${order}${this.#page(tree)}`;
    const { fields, laterals, shape } = select();
    if (laterals === "" && tree.cursors !== true) return [`SELECT ${fields} FROM ${inner}`, shape];
    // LIMIT comes first, then the children of the remaining rows in the same order. PostgreSQL sees that the order is
    // the same, and sorts once.
    const isCut = tree.take !== undefined || tree.skip !== undefined || order !== "";
    if (!isCut) return [`SELECT ${fields} FROM ${from}${joins}${laterals}${whereOf(all)}`, shape];
    const page = `(SELECT ${[`${alias}.*`, ...again.columns].join(", ")} FROM ${inner}) ${alias}`;
    // Outside the page: PostgreSQL computes what is inside for skipped rows as well.
    const told =
      tree.cursors === true
        ? `(SELECT ${alias}.*, ${cursorSql(tree.orderBy, again.keys)} AS tree_cursor FROM ${page}) ${alias}`
        : page;
    return [`SELECT ${fields} FROM ${told}${laterals}${again.order}`, shape];
  }

  /** Returns the condition on rows after a cursor. */
  #after({ after }: SelectTree, keys: readonly SortKey[]): string[] {
    if (after === undefined) return [];
    if (after.length !== keys.length) throw unknownPart("a cursor of another order");
    return [
      afterSql(
        keys,
        after.map((value) => this.#parameters.add(value)),
      ),
    ];
  }

  #page({ take, skip }: SelectTree): string {
    if (take !== undefined && !(take >= 0)) throw unknownPart(`a page of ${take}`);
    const limit = take === undefined ? "" : ` LIMIT ${this.#parameters.add(take)}`;
    return skip === undefined || skip === 0 ? limit : `${limit} OFFSET ${this.#parameters.add(skip)}`;
  }

  /** Returns ORDER BY with the joins that it needs; `again` has order and keys for outer SELECTs, where those rows are not joined. */
  #order(model: Model, { orderBy, take, skip, after, cursors }: SelectTree, alias: string) {
    const asked: OrderBy[] = orderBy === undefined ? [] : Array.isArray(orderBy) ? [...orderBy] : [orderBy as OrderBy];
    // As in Prisma, a page without an order is ordered by the key.
    if (asked.length === 0 && (take !== undefined || skip !== undefined))
      asked.push(...model.key.map((name) => ({ [name]: "asc" })));
    let joins = "";
    const terms: string[] = [];
    const keys: SortKey[] = [];
    const again = { terms: [] as string[], columns: [] as string[], keys: [] as string[] };
    const byRelated = ({ name, target, isList, on }: Relation, asked: unknown) => {
      // A list can order its parent only where `of` leaves at most one row of it.
      if (!isObject(asked) || isList !== isObject(asked.of)) throw unknownPart(`an order by ${model.name}.${name}`);
      const { of, ...fields } = asked;
      const related = this.#model(target);
      const joined = this.#alias();
      const conditions = [on(alias, joined), ...this.#conditions.all(related, of as Where | undefined, joined)];
      joins += ` LEFT JOIN ${this.#table(related, joined)} ON ${conditions.join(" AND ")}`;
      for (const [field, direction] of Object.entries(fields)) {
        const { sql, way, key } = orderTerm(columnOf(related, field), direction, joined);
        const carried = `tree_order_${again.columns.length}`;
        terms.push(`${sql} ${way}`);
        keys.push(key);
        again.columns.push(`${sql} AS ${carried}`);
        again.terms.push(`${alias}.${carried} ${way}`);
        again.keys.push(`${alias}.${carried}`);
      }
    };
    for (const [name, direction] of asked.flatMap(Object.entries)) {
      const relation = model.relations.get(name);
      if (relation !== undefined) {
        byRelated(relation, direction);
        continue;
      }
      const { sql, way, key } = orderTerm(columnOf(model, name), direction, alias);
      terms.push(`${sql} ${way}`);
      keys.push(key);
      again.terms.push(`${sql} ${way}`);
      again.keys.push(key.sql);
    }
    if ((cursors === true || after !== undefined) && (keys.length === 0 || !keys.every(({ isRequired }) => isRequired)))
      throw unknownPart(`cursors of an order of ${model.name} by nothing, or by columns that may be null`);
    const clause = (list: readonly string[]) => (list.length === 0 ? "" : ` ORDER BY ${list.join(", ")}`);
    return { order: clause(terms), joins, keys, again: { ...again, order: clause(again.terms) } };
  }

  /** Like `#fields`, but cached where the statement has the same number of aliases and parameters as before. */
  #rootFields(model: Model, tree: SelectTree, alias: string): Fields {
    const { select, texts } = tree;
    if (select == null) return this.#withTexts(model, tree, alias);
    const { values } = this.#parameters;
    const start = `${model.name} ${this.#aliases} ${this.#conditions.aliases} ${values.length}`;
    const known = knownFields.get(select);
    if (known?.start === start && known.texts === texts) {
      values.push(...known.values);
      this.#aliases = known.aliases;
      this.#conditions.aliases = known.conditionAliases;
      return known;
    }
    const before = values.length;
    const made = this.#withTexts(model, tree, alias);
    const end = { aliases: this.#aliases, conditionAliases: this.#conditions.aliases, values: values.slice(before) };
    knownFields.set(select, { ...made, start, texts, ...end });
    return made;
  }

  /** Like `#fields`, for a row of the root. With texts, the fields become one column beside theirs. */
  #withTexts(model: Model, tree: SelectTree, alias: string): Fields {
    const plain = this.#fields(model, tree, alias);
    const texts = Object.values(tree.texts ?? {});
    if (texts.length === 0) return plain;
    let { laterals } = plain;
    const columns = texts.map((output, i) => {
      const { sql, lateral } = this.#output(model, output, alias);
      laterals += lateral;
      return `(${sql})::text AS text${i}`;
    });
    const row = `(SELECT to_json(r) FROM (SELECT ${plain.fields}) r) AS row`;
    return { ...plain, laterals, fields: [row, ...columns].join(", ") };
  }

  /** Returns one part of an answer as an expression that yields JSON, over the rows of the alias and of a join. */
  #output(model: Model, output: Output, alias: string): { sql: string; lateral: string } {
    if ("constant" in output) return { sql: `${literal(JSON.stringify(output.constant))}::json`, lateral: "" };
    if ("column" in output) {
      const column = columnOf(model, output.column);
      const sql = leafJson(column, output.as, `${alias}.${quoted(column.column)}`);
      return { sql: output.required && !column.isRequired ? this.#present(model, sql, alias) : sql, lateral: "" };
    }
    if ("cursor" in output) return { sql: `${alias}.tree_cursor`, lateral: "" };
    const joined = this.#alias();
    const join = (select: string) => ` LEFT JOIN LATERAL (${select}) ${joined} ON true`;
    if ("count" in output) {
      const { count, ...rest } = output;
      return { sql: `(${this.#countOf(model, count, rest, alias)})`, lateral: "" };
    }
    if ("beyond" in output) {
      const { take = 0, skip = 0, ...tree } = output.tree;
      const rows = this.#countOf(model, output.beyond, { ...tree, take: 1, skip: skip + take }, alias);
      return { sql: `((${rows}) > 0)`, lateral: "" };
    }
    if ("cursorOf" in output) {
      const rows = this.#cursorsOf(model, output, alias);
      const at = output.cursorOf === "first" ? "1" : "count(*)";
      return { sql: `${joined}.value`, lateral: join(`SELECT (array_agg(r.cursor))[${at}] AS value FROM (${rows}) r`) };
    }
    if ("object" in output) {
      const { fields, laterals } = this.#object(model, output.object, alias);
      const row = `SELECT ${fields} FROM (SELECT) one${laterals}`;
      return { sql: `${joined}.value`, lateral: join(`SELECT to_json(r) AS value FROM (${row}) r`) };
    }
    const relation = model.relations.get(output.relation);
    if (relation === undefined) throw unknownPart(`${model.name}.${output.relation}`);
    const target = this.#model(relation.target);
    const child = this.#alias();
    const [rows] = this.#rows(
      target,
      output.tree,
      { from: this.#table(target, child), alias: child, conditions: [relation.on(alias, child)] },
      () => this.#object(target, output.of, child),
    );
    // Only an aggregate of records is written without blanks between them.
    const all = relation.isList ? "coalesce(array_to_json(array_agg(r)), '[]')" : "to_json(r)";
    const sql = `${joined}.value`;
    const mayLack = output.required && !relation.isList && !relation.isRequired;
    return {
      sql: mayLack ? this.#present(model, sql, alias) : sql,
      lateral: join(`SELECT ${all} AS value FROM (${rows}) r`),
    };
  }

  /** Returns a SELECT of the cursors of a relation's rows. */
  #cursorsOf(model: Model, { relation: name, tree }: { relation: string; tree: SelectTree }, alias: string): string {
    const relation = model.relations.get(name);
    if (relation === undefined) throw unknownPart(`${model.name}.${name}`);
    const target = this.#model(relation.target);
    const child = this.#alias();
    const shape: RowShape = { dates: [], bigints: [], enums: [], children: [] };
    const [rows] = this.#rows(
      target,
      { ...tree, cursors: true },
      { from: this.#table(target, child), alias: child, conditions: [relation.on(alias, child)] },
      () => ({ fields: `${child}.tree_cursor AS cursor`, laterals: "", shape }),
    );
    return rows;
  }

  #object(model: Model, of: OutputObject, alias: string): Fields {
    let laterals = "";
    const fields = Object.entries(of).map(([key, output]) => {
      const { sql, lateral } = this.#output(model, output, alias);
      laterals += lateral;
      return `${sql} AS ${quoted(key)}`;
    });
    return { fields: fields.join(", "), laterals, shape: { dates: [], bigints: [], enums: [], children: [] } };
  }

  /** Makes null fail the statement, because the expression then reads invalid JSON. */
  #present(model: Model, sql: string, alias: string): string {
    const [key = ""] = model.key;
    return `coalesce(to_json(${sql}), (${alias}.${quoted(columnOf(model, key).column)}::text || ' has null')::json)`;
  }

  /** Returns the columns, relations and counts that a tree selects, and the joins for the last two. */
  #fields(model: Model, { select, include, cursors }: SelectTree, alias: string): Fields {
    const shape: RowShape = { dates: [], bigints: [], enums: [], children: [] };
    const fields: string[] = [];
    let laterals = "";
    const addColumn = (column: Column) => {
      const sql = `${alias}.${quoted(column.column)}`;
      if (column.type === "Bytes") throw unknownPart(`${model.name}.${column.name}, which are bytes`);
      if (column.type === "DateTime") shape.dates.push(column.name);
      if (column.type === "BigInt") shape.bigints.push(column.name);
      if (column.values !== null) shape.enums.push([column.name, column.values]);
      fields.push(`${sql}${column.type === "BigInt" ? "::text" : ""} AS ${quoted(column.name)}`);
    };
    if (select == null) for (const column of model.columns.values()) addColumn(column);
    for (const [name, value] of Object.entries(select ?? include ?? {})) {
      if (value === undefined || value === false) continue;
      const column = model.columns.get(name);
      if (column !== undefined) {
        addColumn(column);
        continue;
      }
      const lateral = this.#alias();
      const [sql, child] =
        name === "_count" ? [this.#counts(model, value, alias), null] : this.#children(model, name, value, alias);
      laterals += ` LEFT JOIN LATERAL (${sql}) ${lateral} ON true`;
      fields.push(`${lateral}.value AS ${quoted(name)}`);
      if (child !== null) shape.children.push(...childShape(name, child));
    }
    if (cursors === true) fields.push(`${alias}.tree_cursor AS ${quoted(CURSOR)}`);
    // A row without columns would not be a JSON object.
    return { fields: fields.length === 0 ? "true AS present" : fields.join(", "), laterals, shape };
  }

  /** Returns a SELECT of a relation's rows as one `value`. */
  #children(model: Model, name: string, value: unknown, parent: string): [string, RowShape] {
    const relation = model.relations.get(name);
    if (relation === undefined) throw unknownPart(`${model.name}.${name}`);
    const target = this.#model(relation.target);
    const alias = this.#alias();
    const [rows, shape] = this.#rows(target, value === true ? {} : (value as SelectTree), {
      from: this.#table(target, alias),
      alias,
      conditions: [relation.on(parent, alias)],
    });
    const all = relation.isList ? "coalesce(json_agg(r), '[]')" : "to_json(r)";
    return [`SELECT ${all} AS value FROM (${rows}) r`, shape];
  }

  #counts(model: Model, value: unknown, parent: string): string {
    const { select } = isObject(value) ? (value as { select?: Selection }) : {};
    if (select === undefined) throw unknownPart(`a count of ${model.name} that names no relation`);
    const counts = Object.entries(select).map(
      ([name, asked]) => `(${this.#countOf(model, name, isObject(asked) ? asked : {}, parent)}) AS ${quoted(name)}`,
    );
    return `SELECT to_json(r) AS value FROM (SELECT ${counts.join(", ")}) r`;
  }

  /**
   * Returns the number of a relation's rows, or of the rows of a page where there is one. `of` names the relation where
   * the count has another name.
   */
  #countOf(model: Model, name: string, { of = name, ...tree }: SelectTree & { of?: unknown }, parent: string) {
    const relation = model.relations.get(String(of));
    if (relation === undefined) throw unknownPart(`a count of ${model.name}.${name}`);
    const target = this.#model(relation.target);
    const alias = this.#alias();
    const { joins, keys } = tree.after === undefined ? { joins: "", keys: [] } : this.#order(target, tree, alias);
    const conditions = [
      relation.on(parent, alias),
      ...this.#conditions.all(target, tree.where, alias),
      ...this.#after(tree, keys),
    ];
    const rows = `FROM ${this.#table(target, alias)}${joins}${whereOf(conditions)}`;
    const cut = this.#page(tree);
    return `SELECT count(*)::int ${cut === "" ? rows : `FROM (SELECT ${rows}${cut}) page`}`;
  }
}

const whereOf = (conditions: readonly string[]) =>
  conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
