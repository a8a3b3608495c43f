/** Yields all subsets of a size, in the order of the items. */
export function* subsetsOf<Item>(items: readonly Item[], size: number, from = 0): Generator<Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at + size <= items.length; at++)
    for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at] as Item, ...rest];
}

/**
 * Returns the smallest sufficient subset, after trying all smaller ones. Ties go to the first in the order of the
 * items.
 * @param tryOut returns a subset's result; null where it does not suffice
 */
export async function smallestThatDoes<Item, Result>(
  items: readonly Item[],
  tryOut: (subset: Item[]) => Promise<Result | null>,
): Promise<Result | null> {
  for (let size = 0; size <= items.length; size++)
    for (const subset of subsetsOf(items, size)) {
      const result = await tryOut(subset);
      if (result !== null) return result;
    }
  return null;
}
