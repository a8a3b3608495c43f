/** Millionths of a US dollar. Money is counted in whole micro-dollars, so that sums are exact. */
export const MICRO_USD = 1_000_000;

/** Converts US dollars to micro-dollars, rounded up: a cap must not be too small. */
export const toMicroUsd = (usd: number): number => Math.max(0, Math.ceil(usd * MICRO_USD - 1e-9));

/**
 * Formats micro-dollars for people: `$0.0042`, `$1.20`; at least two digits after the point, and no more than needed.
 */
export function formatMicroUsd(amount: number): string {
  const digits = (amount / MICRO_USD).toFixed(6).replace(/0{1,4}$/, "");
  return `$${digits}`;
}
