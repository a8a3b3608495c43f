/** The usual bands of market capitalisation. */
export type MarketCapBand = "mega" | "large" | "mid" | "small" | "micro" | "nano";

/**
 * The bands, the largest first, with their bounds in US dollars. The bounds are those of FinanceDatabase
 * (github.com/JerBouma/FinanceDatabase), which match Nasdaq's glossary.
 */
export const BANDS: readonly { band: MarketCapBand; from: number; below: number }[] = [
  { band: "mega", from: 200e9, below: Number.POSITIVE_INFINITY },
  { band: "large", from: 10e9, below: 200e9 },
  { band: "mid", from: 2e9, below: 10e9 },
  { band: "small", from: 300e6, below: 2e9 },
  { band: "micro", from: 50e6, below: 300e6 },
  { band: "nano", from: 0, below: 50e6 },
];

/**
 * Returns the band that a cell names ("Mid Cap", "large-cap") or that a plain number of US dollars falls into; null for
 * anything else.
 */
export function marketCapBand(text: string): MarketCapBand | null {
  const named = /^(mega|large|mid|small|micro|nano)(?:[\s-]*caps?)?$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (named !== undefined) return BANDS.find(({ band }) => band === named)?.band ?? null;
  if (!/^\d+(?:\.\d+)?(?:e\+?\d{1,2})?$/i.test(text.trim())) return null;
  const dollars = Number(text);
  return BANDS.find(({ from }) => dollars >= from)?.band ?? null;
}
