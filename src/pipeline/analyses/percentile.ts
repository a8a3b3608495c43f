/**
 * Each value's place among all as a mid-rank percentile, 0–1: (values below + half of the equal ones) / number, the value itself
 * among the equal. Unlike a mean it does not follow outliers, and equal values share a place.
 */
export function percentiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const places = new Map<number, number>();
  for (let from = 0; from < sorted.length; ) {
    const value = sorted[from] as number;
    let to = from;
    while (to < sorted.length && sorted[to] === value) to++;
    places.set(value, (from + (to - from) / 2) / sorted.length);
    from = to;
  }
  return values.map((value) => places.get(value) ?? 0);
}
