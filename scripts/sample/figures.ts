/**
 * US dollars for one unit, average of 2024. Source: yearly averages of the European Central Bank's reference rates.
 * Against the euro they are USD 1.0824, GBP 0.84662, JPY 163.85, CHF 0.9526, SEK 11.4325 and DKK 7.4589. One year's
 * rates serve figures of several years: the result tells the size of a company, not its accounts.
 */
const USD_PER_UNIT: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 1.0824,
  GBP: 1.0824 / 0.84662,
  JPY: 1.0824 / 163.85,
  CHF: 1.0824 / 0.9526,
  SEK: 1.0824 / 11.4325,
  DKK: 1.0824 / 7.4589,
};

const CURRENCY_SIGNS: readonly (readonly [sign: RegExp, currency: string])[] = [
  [/US\s?\$|USD|\bdollars?\b/i, "USD"],
  [/JP\s?¥|JPY|¥|\byen\b/i, "JPY"],
  [/€|EUR\b|\beuros?\b/i, "EUR"],
  [/£|GBP\b/i, "GBP"],
  [/CHF|SFr/i, "CHF"],
  [/SEK/i, "SEK"],
  [/DKK/i, "DKK"],
  [/\$/, "USD"],
];

const MAGNITUDE: Readonly<Record<string, number>> = {
  trillion: 1e12,
  billion: 1e9,
  billon: 1e9,
  b: 1e9,
  bn: 1e9,
  million: 1e6,
  m: 1e6,
};

/** Older figures say nothing of the company of today. */
const OLDEST_YEAR = 2018;

/** "c. 14,500 (2025)" → 14500; the consolidated figure where there are two; null for what is older than 2018 or not one number. */
export function readEmployees(raw: unknown): number | null {
  if (typeof raw === "number") return Number.isInteger(raw) && raw > 0 ? raw : null;
  if (typeof raw !== "string" || raw.includes(";") || isOld(raw)) return null;
  const consolidated = /([\d.,\s]+)\(\s*(?:consolidated|group)/i.exec(raw)?.[1];
  const text = consolidated ?? raw.replace(/\([^)]*\)/g, " ");
  const found = /\d{1,3}(?:[,.]\d{3})+|\d+/.exec(text)?.[0];
  if (found === undefined || /\d\s*(?:million|thousand|k)\b/i.test(text)) return null;
  const value = Number(found.replace(/[.,]/g, ""));
  return value > 0 && value < 5_000_000 ? value : null;
}

/**
 * "€ 8.8 billion (2024)" → US dollars, rounded to three digits, because the exchange rate allows no more.
 * @param country alpha-2: tells whose "kr" it is.
 */
export function readRevenueUsd(raw: unknown, country: string | null): number | null {
  if (typeof raw !== "string" || isOld(raw)) return null;
  // A conversion in brackets is somebody's rate of some day; the first figure is the company's own.
  const text = raw.replace(/\([^)]*\)?/g, " ").trim();
  const figure = /(\d[\d.,]*)\s*(trillion|billion|billon|bn|b|million|m)?\b/i.exec(text);
  if (figure?.[1] === undefined) return null;
  const currency = CURRENCY_SIGNS.find(([sign]) => sign.test(text))?.[1] ?? krone(text, country);
  const rate = currency === null ? undefined : USD_PER_UNIT[currency];
  const number = Number(figure[1].replace(/,(?=\d{3})/g, "").replace(/[.,]$/, ""));
  const magnitude = figure[2] === undefined ? 1 : MAGNITUDE[figure[2].toLowerCase()];
  if (rate === undefined || magnitude === undefined || !Number.isFinite(number)) return null;
  const usd = number * magnitude * rate;
  // Below a million the magnitude was lost; above 1e12 no company has ever been.
  return usd >= 1e6 && usd < 1e12 ? Number(usd.toPrecision(3)) : null;
}

function krone(text: string, country: string | null): string | null {
  if (!/\bkr\b/i.test(text)) return null;
  return country === "SE" ? "SEK" : country === "DK" ? "DKK" : null;
}

/**
 * The figure of the year before, from an earlier edition of the source. Null unless both say their years, these follow
 * one another, and the currency is the same. A change by more than a factor of three is a correction or another scope.
 * @param read how to read a figure
 */
export function previousFigure(now: unknown, before: unknown, read: (raw: unknown) => number | null): number | null {
  if (typeof now !== "string" || typeof before !== "string") return null;
  const [year, earlier] = [yearsIn(now), yearsIn(before)];
  if (year.length !== 1 || earlier.length !== 1 || year[0] !== (earlier[0] ?? 0) + 1) return null;
  const currencyOf = (raw: string) => CURRENCY_SIGNS.find(([sign]) => sign.test(raw))?.[1] ?? "";
  if (currencyOf(now) !== currencyOf(before)) return null;
  const [value, previous] = [read(now), read(before)];
  if (value === null || previous === null || Math.abs(Math.log(value / previous)) > Math.log(3)) return null;
  return previous;
}

const yearsIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => Number(year))),
];

function isOld(text: string): boolean {
  const years = yearsIn(text);
  return years.length > 0 && Math.max(...years) < OLDEST_YEAR;
}
