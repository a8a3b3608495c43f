import type { GraphContext } from "./context.ts";

/** Something that lives as long as one request, such as a data loader: made when first needed, gone with the request. */
export function perRequest<T>(make: (context: GraphContext) => T): (context: GraphContext) => T {
  const made = new WeakMap<GraphContext, T>();
  return (context) => {
    const known = made.get(context) ?? make(context);
    made.set(context, known);
    return known;
  };
}

/** As `perRequest`, one for each key, such as a loader for each filter of a list. */
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
