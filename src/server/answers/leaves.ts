import { type GraphQLLeafType, isEnumType } from "graphql";
import { GaveUp } from "./gave-up.ts";

/** Writes a value of a scalar or an enum, not null, as JSON. */
export type WriteLeaf = (value: unknown) => string;

const MAX_INT = 2 ** 31 - 1;

/** Serialises by the type itself; gives up where the executor would report an error. */
const serialized =
  (type: GraphQLLeafType): WriteLeaf =>
  (value) => {
    const shown: unknown = type.serialize(value);
    if (shown === undefined || shown === null) throw new GaveUp(`a value that is no ${type.name}`);
    return JSON.stringify(shown);
  };

/** Fast paths for values as rows usually have them, which need no conversion. The type handles all others. */
const PLAIN: Record<string, (value: unknown) => string | undefined> = {
  String: (value) => (typeof value === "string" ? JSON.stringify(value) : undefined),
  ID: (value) => (typeof value === "string" ? JSON.stringify(value) : undefined),
  Boolean: (value) => (typeof value === "boolean" ? String(value) : undefined),
  Int: (value) => (Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INT ? JSON.stringify(value) : undefined),
  Float: (value) => (Number.isFinite(value) ? JSON.stringify(value) : undefined),
  DateTime: (value) =>
    value instanceof Date && !Number.isNaN(value.getTime()) ? `"${value.toISOString()}"` : undefined,
};

/** Returns how to write values of a type. */
export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  const general = serialized(type);
  if (isEnumType(type)) {
    const names = new Map(type.getValues().map(({ name, value }) => [value as unknown, JSON.stringify(name)]));
    return (value) => names.get(value) ?? general(value);
  }
  const plain = PLAIN[type.name];
  return plain === undefined ? general : (value) => plain(value) ?? general(value);
}
