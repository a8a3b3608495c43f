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
