/** Rounds to a number of decimals, so that stored figures do not suggest false precision. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
