import { type Checker, type Type, TypeFlags, type UnionType } from "typescript/unstable/sync";

/** What a value may be at run time, as far as the driver's conversions tell values apart; lists as `number[]`. */
export type Kinds = ReadonlySet<string>;

/** The kinds that a type of TypeScript allows; `any` for what it leaves open. */
export function kindsOf(checker: Checker, type: Type): Kinds {
  if (type.isUnionType()) return new Set((type as UnionType).getTypes().flatMap((part) => [...kindsOf(checker, part)]));
  return new Set([kindOf(checker, type)]);
}

function kindOf(checker: Checker, type: Type): string {
  const { flags } = type;
  if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return "any";
  if (flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void)) return "null";
  if (flags & TypeFlags.StringLike) return "string";
  if (flags & TypeFlags.NumberLike) return "number";
  if (flags & TypeFlags.BigIntLike) return "bigint";
  if (flags & TypeFlags.BooleanLike) return "boolean";
  if (checker.isArrayLikeType(type)) {
    const items = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    const kinds = new Set(items.flatMap((item) => [...kindsOf(checker, item)]));
    return kinds.size === 1 ? `${[...kinds][0]}[]` : "any[]";
  }
  const name = type.getSymbol()?.name;
  return name === "Date" || name === "Buffer" ? name : "object";
}

/** What node-postgres makes of a column (pg-types' defaults); undefined: a type that no statement here returns. */
const KINDS_OF_COLUMN: Readonly<Record<string, string>> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  oid: "number",
  float4: "number",
  float8: "number",
  // Beyond what a number of JavaScript holds.
  int8: "string",
  numeric: "string",
  text: "string",
  varchar: "string",
  name: "string",
  uuid: "string",
  bytea: "Buffer",
  date: "Date",
  timestamp: "Date",
  timestamptz: "Date",
  json: "any",
  jsonb: "any",
  void: "any",
  _int2: "number[]",
  _int4: "number[]",
  _float8: "number[]",
  _text: "string[]",
  _uuid: "string[]",
  _bool: "boolean[]",
};

/** Prisma's raw statements convert these otherwise. */
const PRISMA_KINDS: Readonly<Record<string, string>> = { int8: "bigint", numeric: "object" };

export interface PostgresType {
  name: string;
  isEnum: boolean;
}

/** What a column of this type is at run time; an array of an enum comes as its text. */
export function kindOfColumn({ name, isEnum }: PostgresType, byPrisma: boolean): string | undefined {
  if (isEnum) return "string";
  return (byPrisma ? PRISMA_KINDS[name] : undefined) ?? KINDS_OF_COLUMN[name];
}

/** Whether a value of this kind can be sent for a parameter of this type. */
export function fitsParameter(kind: string, { name }: PostgresType): boolean {
  if (kind === "any" || kind === "null") return true;
  if (name === "json" || name === "jsonb") return kind === "string" || kind === "object";
  if (kind.endsWith("[]"))
    return name.startsWith("_") && fitsParameter(kind.slice(0, -2), { name: name.slice(1), isEnum: false });
  if (name.startsWith("_")) return false;
  if (kind === "Date") return name === "timestamptz" || name === "timestamp" || name === "date";
  if (kind === "boolean") return name === "bool";
  if (kind === "Buffer") return name === "bytea";
  if (kind === "number") return !/^(?:bool|uuid|date|timestamp|timestamptz|bytea)$/.test(name);
  return kind !== "object";
}
