import { NotFoundError } from "#foundation/errors/index";

/** Returns a nullable object of the graph that the caller requested by its id. @throws NotFoundError */
export function found<T>(value: T | null, what: string): T {
  if (value === null) throw new NotFoundError(what);
  return value;
}

/** Returns a value that is nullable in the graph, but always set for this object. @throws Error, a bug */
export function known<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`the graph does not know ${name}`);
  return value;
}

/** The directions of an order, in the graph's words. */
export const ORDER = { asc: "ASC", desc: "DESC" } as const;

const spelled = new Map<string, string>();

/** Converts the graph's outcomes and answers to JSON's spelling, where they have several words; each word once. */
export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  const known =
    spelled.get(name) ?? name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
  spelled.set(name, known);
  return known as CamelCase<Name>;
}

/** Converts `CORE_AHEAD` to `coreAhead`. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
