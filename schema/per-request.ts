import DataLoader from "dataloader";
import type { Queries } from "#foundation/db/database";
import type { GraphContext } from "./context.ts";

/**
 * Makes something that lives as long as one request, such as a data loader, when first needed. It is kept in the
 * context, because an entry of a `WeakMap` outlives the collection of young garbage.
 */
export function perRequest<T>(make: (context: GraphContext) => T): (context: GraphContext) => T {
  return (context) => {
    if (context.made?.of !== context) context.made = { of: context, values: new Map() };
    const { values } = context.made;
    const known = (values.get(make) as T | undefined) ?? make(context);
    values.set(make, known);
    return known;
  };
}

/** Makes a loader of lists by ids; empty where the rule has none for an id. */
export function listsById<T>(read: (db: Queries, ids: readonly number[]) => Promise<ReadonlyMap<number, T[]>>) {
  return perRequest(
    ({ db }) =>
      new DataLoader<number, T[]>(async (ids) => {
        const lists = await read(db, ids);
        return ids.map((id) => lists.get(id) ?? []);
      }),
  );
}

/** Like `perRequest`, one for each key, such as a loader for each filter of a list. */
export function perRequestAndKey<Key, T>(
  make: (context: GraphContext, key: Key) => T,
): (context: GraphContext, key: Key) => T {
  const all = perRequest(() => new Map<string, T>());
  return (context, key) => {
    const name = JSON.stringify(key);
    const made = all(context);
    const known = made.get(name) ?? make(context, key);
    made.set(name, known);
    return known;
  };
}
