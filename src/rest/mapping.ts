import { NotFoundError } from "#foundation/errors/index";

/** A nullable object of the graph that the caller asked for by its id. @throws NotFoundError */
export function found<T>(value: T | null, what: string): T {
  if (value === null) throw new NotFoundError(what);
  return value;
}

/** A value that is nullable in the graph, but always set for this object. @throws Error, a bug */
export function known<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`the graph does not know ${name}`);
  return value;
}

/** A DateTime of the graph (in process a Date, whatever its generated type says) as ISO 8601 in UTC with milliseconds. */
export const isoTime = (value: string): string => new Date(value).toISOString();

/** The directions of an order, in the graph's words. */
export const ORDER = { asc: "ASC", desc: "DESC" } as const;
