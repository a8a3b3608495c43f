import { getDatamodel } from "#generated/pothos-types";
import type { Column } from "./model.ts";
import type { Leaf } from "./tree.ts";

/** PostgreSQL cuts longer names. */
const LONGEST_KEY = 63;

/** Whether an answer's key can be a column of a statement. Objects move keys that are numbers; names in GraphQL are none. */
export const isWritableKey = (key: string): boolean => key.length <= LONGEST_KEY && key !== "__proto__";

/** The columns that each scalar is written from. */
const WRITTEN_FROM: Readonly<Record<string, readonly string[]>> = {
  String: ["String"],
  Int: ["Int"],
  Float: ["Float", "Int"],
  Boolean: ["Boolean"],
  DateTime: ["DateTime"],
};

let models: ReturnType<typeof getDatamodel>["datamodel"]["models"] | undefined;

/** Whether a column of a model of Prisma's schema can be written so. */
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
 * As `JSON.stringify` writes it. Within the first range PostgreSQL's shortest digits are those of JavaScript. Outside
 * it JavaScript changes to exponents elsewhere, and writes them without a zero in front. What is no number is no JSON.
 */
const floatJson = (sql: string) =>
  `CASE WHEN abs(${sql}) >= 1e-4 AND abs(${sql}) < 1e15 THEN to_json(${sql}) WHEN ${sql} = 0 THEN '0'::json ` +
  `WHEN abs(${sql}) >= 1e-6 AND abs(${sql}) < 1e21 THEN to_json(${sql}::text::numeric) ELSE replace(${sql}::text, 'e-0', 'e-')::json END`;

/** Years of four digits; others are no JSON. */
const dateJson = (sql: string) =>
  `CASE WHEN ${sql} >= '0001-01-01 00:00Z' AND ${sql} < '9999-12-31 00:00Z' ` +
  `THEN to_json(to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ELSE ${sql}::text::json END`;

/** A column's value as JSON, null where it is empty. What has no such form fails the statement: it is no JSON. */
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
