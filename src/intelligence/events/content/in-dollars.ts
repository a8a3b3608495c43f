import rates from "./exchange-rates.json" with { type: "json" };

const sources: readonly { usdPerUnit: Readonly<Record<string, number | undefined>> }[] = rates.sources;
const USD_PER_UNIT = new Map<string, number>([["USD", 1]]);
for (const { usdPerUnit } of sources)
  for (const [currency, rate] of Object.entries(usdPerUnit)) if (rate !== undefined) USD_PER_UNIT.set(currency, rate);

/**
 * Converts a sum to US dollars by the dated table of the product (`exchange-rates.json`), not by the rate of the day.
 * @param currency ISO 4217
 * @returns null if the table lacks the currency
 */
export function inDollars(amount: number, currency: string): number | null {
  const rate = USD_PER_UNIT.get(currency);
  return rate === undefined ? null : amount * rate;
}

const SHORT = new Intl.NumberFormat("en", {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 2,
});

/** Writes dollars that were converted: "about $2.4 billion". */
export const toldInDollars = (dollars: number): string => `about $${SHORT.format(dollars)}`;
