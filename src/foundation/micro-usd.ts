/** Millionths of a US dollar. Money is counted in whole micro-dollars, so that sums are exact. */
export const MICRO_USD = 1_000_000;

/** An amount of US dollars as micro-dollars, rounded up: a cap must not be too small. */
export const toMicroUsd = (usd: number): number => Math.max(0, Math.ceil(usd * MICRO_USD - 1e-9));

/** Micro-dollars for people: `$0.0042`, `$1.20`; at least two digits behind the point, no more than are needed. */
export function formatMicroUsd(amount: number): string {
  const digits = (amount / MICRO_USD).toFixed(6).replace(/0{1,4}$/, "");
  return `$${digits}`;
}
