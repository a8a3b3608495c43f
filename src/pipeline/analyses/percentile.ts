/**
 * Returns each value's mid-rank percentile, 0–1: (values below + half of the equal ones, itself included) / number.
 * Unlike a mean it resists outliers, and equal values share a percentile.
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
