/** Rounded to so many decimals: what is stored does not pretend to be more exact than it is. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
