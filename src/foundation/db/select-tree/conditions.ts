import { type Column, type Model, type Models, quoted, type Relation } from "./model.ts";
import type { Parameters } from "./parameters.ts";
import { isObject, unknownPart, type Where } from "./tree.ts";

/** Builds the conditions of a `where` over the rows of one alias. */
export class Conditions {
  readonly #models: Models;
  readonly #parameters: Parameters;
  /** Numbers the aliases of related rows in conditions, so that no statement uses one twice. */
  aliases = 0;

  constructor(models: Models, parameters: Parameters) {
    this.#models = models;
    this.#parameters = parameters;
  }

  /** Returns conditions that all have to hold. */
  all(model: Model, where: Where | undefined, alias: string): string[] {
    return Object.entries(where ?? {})
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) => this.#named(model, name, value, alias));
  }

  #named(model: Model, name: string, value: unknown, alias: string): string[] {
    if (name === "AND" || name === "OR" || name === "NOT") return this.#combined(model, name, value, alias);
    const column = model.columns.get(name);
    if (column !== undefined) return this.#onColumn(column, value, `${alias}.${quoted(column.column)}`);
    const relation = model.relations.get(name);
    if (relation !== undefined) return this.#onRelation(relation, value, alias);
    const key = model.compoundKeys.get(name);
    if (key !== undefined && isObject(value))
      return Array.isArray(value.in) ? [this.#isOneOf(model, key, value.in, alias)] : this.all(model, value, alias);
    throw unknownPart(`a condition on ${model.name}.${name}`);
  }

  /** Returns the condition on rows with one of these composite keys; each key has a value for every column. */
  #isOneOf(model: Model, key: readonly string[], values: readonly Where[], alias: string): string {
    const columns = key.map((name) => model.columns.get(name));
    const lists = columns.map((column) => {
      if (column?.type !== "Int") throw unknownPart(`several keys of ${model.name}`);
      return `${this.#parameters.add(values.map((value) => value[column.name]))}::int[]`;
    });
    const row = columns.map((column) => `${alias}.${quoted(column?.column ?? "")}`).join(", ");
    return `(${row}) IN (SELECT * FROM unnest(${lists.join(", ")}))`;
  }

  #combined(model: Model, name: "AND" | "OR" | "NOT", value: unknown, alias: string): string[] {
    const parts = (Array.isArray(value) ? value : [value]).map((part: Where) => this.all(model, part, alias));
    if (name === "AND") return parts.flat();
    const joined = parts.map((part) => (part.length === 0 ? "true" : `(${part.join(" AND ")})`));
    if (name === "OR") return [joined.length === 0 ? "false" : `(${joined.join(" OR ")})`];
    return joined.map((part) => `NOT ${part}`);
  }

  #onRelation(relation: Relation, value: unknown, alias: string): string[] {
    if (value === null) return [`NOT ${this.#exists(relation, {}, alias)}`];
    if (!isObject(value)) throw unknownPart(`a condition on ${relation.name}`);
    if (!relation.isList) {
      const { is, isNot, ...rest } = value;
      if (isNot !== undefined) return [`NOT ${this.#exists(relation, isNot ?? {}, alias)}`];
      return is === null ? [`NOT ${this.#exists(relation, {}, alias)}`] : [this.#exists(relation, is ?? rest, alias)];
    }
    return Object.entries(value).map(([quantifier, where]) => {
      if (quantifier === "some") return this.#exists(relation, where, alias);
      if (quantifier === "none") return `NOT ${this.#exists(relation, where, alias)}`;
      if (quantifier === "every") return `NOT ${this.#exists(relation, { NOT: where }, alias)}`;
      throw unknownPart(`"${quantifier}" of ${relation.name}`);
    });
  }

  #exists(relation: Relation, where: unknown, parent: string): string {
    const target = this.#models.get(relation.target);
    if (target === undefined || !isObject(where)) throw unknownPart(`a condition on ${relation.name}`);
    const alias = `x${++this.aliases}`;
    const conditions = [relation.on(parent, alias), ...this.all(target, where, alias)];
    return `EXISTS (SELECT FROM ${quoted(target.table)} ${alias} WHERE ${conditions.join(" AND ")})`;
  }

  #onColumn(column: Column, condition: unknown, sql: string): string[] {
    if (condition === null) return [`${sql} IS NULL`];
    // Written as SQL, so that PostgreSQL knows in every plan that a partial index fits.
    if (typeof condition === "boolean") return [condition ? sql : `NOT ${sql}`];
    if (!isObject(condition)) return [`${sql} = ${this.#value(column, condition)}`];
    const { mode, ...operations } = condition;
    const isCaseless = mode === "insensitive";
    return Object.entries(operations)
      .filter(([, value]) => value !== undefined)
      .map(([operator, value]) => this.#operation(column, { operator, value, isCaseless }, sql));
  }

  #operation(
    column: Column,
    { operator, value, isCaseless }: { operator: string; value: unknown; isCaseless: boolean },
    sql: string,
  ): string {
    const like = isCaseless ? "ILIKE" : "LIKE";
    switch (operator) {
      case "equals":
        if (value === null) return `${sql} IS NULL`;
        return isCaseless
          ? `lower(${sql}) = lower(${this.#value(column, value)})`
          : `${sql} = ${this.#value(column, value)}`;
      case "not":
        if (value === null) return `${sql} IS NOT NULL`;
        if (isObject(value)) return `NOT (${this.#onColumn(column, value, sql).join(" AND ")})`;
        return `${sql} <> ${this.#value(column, value)}`;
      case "in":
        return isCaseless
          ? `lower(${sql}) = ANY (SELECT lower(v) FROM unnest(${this.#values(column, value)}::text[]) v)`
          : `${sql} = ANY (${this.#values(column, value)})`;
      case "notIn":
        return `${sql} <> ALL (${this.#values(column, value)})`;
      case "lt":
        return `${sql} < ${this.#value(column, value)}`;
      case "lte":
        return `${sql} <= ${this.#value(column, value)}`;
      case "gt":
        return `${sql} > ${this.#value(column, value)}`;
      case "gte":
        return `${sql} >= ${this.#value(column, value)}`;
      // Like Prisma, which leaves the escaping of wildcards to its caller.
      case "contains":
        return `${sql} ${like} ${this.#parameters.add(`%${String(value)}%`)}`;
      case "startsWith":
        return `${sql} ${like} ${this.#parameters.add(`${String(value)}%`)}`;
      case "endsWith":
        return `${sql} ${like} ${this.#parameters.add(`%${String(value)}`)}`;
      default:
        throw unknownPart(`"${operator}" on ${column.name}`);
    }
  }

  #value(column: Column, value: unknown): string {
    return this.#parameters.add(stored(column, value));
  }

  #values(column: Column, values: unknown): string {
    if (!Array.isArray(values)) throw unknownPart(`what is no list for ${column.name}`);
    return this.#parameters.add(values.map((value) => stored(column, value)));
  }
}

/** Converts a value to PostgreSQL's form: some enum values have other names there. */
function stored(column: Column, value: unknown): unknown {
  for (const [inDatabase, inPrisma] of column.values ?? []) if (inPrisma === value) return inDatabase;
  return value;
}
