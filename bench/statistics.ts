/** The value that a share of the values does not exceed; 0 without any. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0;
}

/** The upper of the two in the middle where there are two; 0 without any. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
