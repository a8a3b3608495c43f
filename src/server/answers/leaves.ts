import { type GraphQLLeafType, isEnumType } from "graphql";
import { GaveUp } from "./gave-up.ts";

/** Converts a value of a scalar or an enum, not null, to what JSON has for it. */
export type LeafValue = (value: unknown) => unknown;

const MAX_INT = 2 ** 31 - 1;

/** Serialises by the type itself; gives up where the executor would report an error. */
const serialized =
  (type: GraphQLLeafType): LeafValue =>
  (value) => {
    const shown: unknown = type.serialize(value);
    if (shown === undefined || shown === null) throw new GaveUp(`a value that is no ${type.name}`);
    return shown;
  };

/** Fast paths for values as rows usually have them, which need no conversion. The type handles all others. */
const PLAIN: Record<string, (value: unknown) => unknown> = {
  String: (value) => (typeof value === "string" ? value : undefined),
  ID: (value) => (typeof value === "string" ? value : undefined),
  Boolean: (value) => (typeof value === "boolean" ? value : undefined),
  Int: (value) => (Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INT ? value : undefined),
  Float: (value) => (Number.isFinite(value) ? value : undefined),
  DateTime: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined),
};

/** Returns how to convert values of a type. */
export function leafValue(type: GraphQLLeafType): LeafValue {
  const general = serialized(type);
  if (isEnumType(type)) {
    const names = new Map(type.getValues().map(({ name, value }) => [value as unknown, name]));
    return (value) => names.get(value) ?? general(value);
  }
  const plain = PLAIN[type.name];
  return plain === undefined ? general : (value) => plain(value) ?? general(value);
}
