interface Ranked {
  low: number | null;
  high: number | null;
  rank: number | null;
}

/** Says of a market's momentum that its order may be chance. */
export const ORDER_MAY_BE_CHANCE = "the intervals of all ranked companies overlap: their order may be chance";

/** Whether the intervals of all ranked companies overlap, so that each of them may be the first. */
export function mayOrderBeChance(companies: readonly Ranked[]): boolean {
  const ranked = companies.filter(({ rank }) => rank !== null);
  const highestLow = Math.max(...ranked.map(({ low }) => low ?? 0));
  const lowestHigh = Math.min(...ranked.map(({ high }) => high ?? 100));
  return ranked.length > 1 && highestLow <= lowestHigh;
}
