/** What the fields of a query's root gave, by their response keys. */
export type HeldResults = ReadonlyMap<string | number, Promise<unknown>>;

const held = new WeakMap<object, HeldResults>();

/** The fields of the query's root give these results from now on, in this context: they have been resolved before. */
export const hold = (context: object, results: HeldResults): void => void held.set(context, results);

export const heldOf = (context: object): HeldResults | undefined => held.get(context);
