/** Results of a query's root fields, by response key. */
export type HeldResults = ReadonlyMap<string | number, Promise<unknown>>;

const held = new WeakMap<object, HeldResults>();

/** Makes the query's root fields return these earlier results from now on, in this context. */
export const hold = (context: object, results: HeldResults): void => void held.set(context, results);

export const heldOf = (context: object): HeldResults | undefined => held.get(context);
