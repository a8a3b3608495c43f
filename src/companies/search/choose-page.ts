/** Positions that are sorted at once, at least: below that the sorting costs nothing. */
const LEAST_CHUNK = 2_048;

/**
 * The first `count` of the positions 0 … `length` − 1 in an order, without sorting all of them: what is behind the worst of the best so
 * far is passed over, and the rest is sorted whenever twice as many as are wanted have come together.
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
