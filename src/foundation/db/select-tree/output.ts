import { getDatamodel } from "#generated/pothos-types";
import type { Column } from "./model.ts";
import type { Leaf } from "./tree.ts";

/** Length limit of a name in PostgreSQL, which cuts longer ones. */
const LONGEST_KEY = 63;

/**
 * Whether an answer's key can be a column of a statement. JavaScript objects reorder numeric keys, but GraphQL names
 * are never numeric.
 */
export const isWritableKey = (key: string): boolean => key.length <= LONGEST_KEY && key !== "__proto__";

/** Column types that each scalar can be written from. */
const WRITTEN_FROM: Readonly<Record<string, readonly string[]>> = {
  String: ["String"],
  Int: ["Int"],
  Float: ["Float", "Int"],
  Boolean: ["Boolean"],
  DateTime: ["DateTime"],
};

let models: ReturnType<typeof getDatamodel>["datamodel"]["models"] | undefined;

/** Whether PostgreSQL can write a column of a model as this leaf. */
export function isWritable(model: string, column: string, as: Leaf, isList: boolean): boolean {
  models ??= getDatamodel().datamodel.models;
  const field = models[model]?.fields.find(({ name }) => name === column);
  if (field === undefined || field.kind === "object" || field.isList !== isList) return false;
  if (typeof as !== "string") return !isList && (field.kind === "enum" || field.type === "String");
  const isCopied = as === "String" || as === "Int" || as === "Boolean";
  return field.kind === "scalar" && (isCopied || !isList) && WRITTEN_FROM[as]?.includes(field.type) === true;
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const jsonLiteral = (text: string) => `${literal(JSON.stringify(text))}::json`;

/**
 * Writes a float as `JSON.stringify` does.
 * Within the first range PostgreSQL's shortest digits equal JavaScript's.
 * Outside it JavaScript switches to exponents at other sizes and writes them without a leading zero.
 * A value that is not a number yields invalid JSON.
 */
const floatJson = (sql: string) =>
  `CASE WHEN abs(${sql}) >= 1e-4 AND abs(${sql}) < 1e15 THEN to_json(${sql}) WHEN ${sql} = 0 THEN '0'::json ` +
  `WHEN abs(${sql}) >= 1e-6 AND abs(${sql}) < 1e21 THEN to_json(${sql}::text::numeric) ELSE replace(${sql}::text, 'e-0', 'e-')::json END`;

/** Writes a date with a four-digit year; other years yield invalid JSON. */
const dateJson = (sql: string) =>
  `CASE WHEN ${sql} >= '0001-01-01 00:00Z' AND ${sql} < '9999-12-31 00:00Z' ` +
  `THEN to_json(to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ELSE ${sql}::text::json END`;

/**
 * Returns SQL for a column's value as JSON, null where it is empty. A value without such a form yields invalid JSON,
 * which fails the statement.
 */
export function leafJson({ type, values }: Column, as: Leaf, sql: string): string {
  if (as === "Float" && type === "Float") return floatJson(sql);
  if (as === "DateTime") return dateJson(sql);
  if (typeof as === "string") return sql;
  const stored = new Map([...(values ?? [])].map(([inDatabase, inPrisma]) => [inPrisma, inDatabase]));
  const cases = Object.entries(as).map(
    ([value, name]) => `WHEN ${literal(stored.get(value) ?? value)} THEN ${jsonLiteral(name)}`,
  );
  return `CASE ${sql}::text ${cases.join(" ")} ELSE (${sql}::text || '?')::json END`;
}
