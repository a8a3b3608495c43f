/** Minimum number of positions sorted at once. Sorting fewer saves nothing. */
const LEAST_CHUNK = 2_048;

/**
 * Returns the first `count` of the positions 0 … `length` − 1 in an order, without a full sort. It skips positions
 * after the worst of the best so far. It sorts the others whenever a chunk of them has accumulated.
 */
export function firstInOrder(length: number, count: number, compare: (a: number, b: number) => number): number[] {
  const wanted = Math.min(count, length);
  if (wanted === 0) return [];
  const chunk = Math.max(2 * wanted, LEAST_CHUNK);
  let best: number[] = [];
  let worst: number | null = null;
  for (let position = 0; position < length; position++) {
    if (worst !== null && compare(position, worst) >= 0) continue;
    best.push(position);
    if (best.length === chunk) {
      best = best.sort(compare).slice(0, wanted);
      worst = best[wanted - 1] ?? null;
    }
  }
  return best.sort(compare).slice(0, wanted);
}
