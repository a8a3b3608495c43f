const countries = new Intl.DisplayNames("en", { type: "region" });
const numbers = new Intl.NumberFormat("en");
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const months = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" });
/** A date without a time is the same day everywhere. */
const dates = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const moments = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 2 });

/** Returns a country's English name; the code itself for an unknown one. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Names a place: "Hamburg, Germany". */
export const placeName = ({ country, address }: { country: string; address?: readonly string[] | null | undefined }) =>
  [...(address ?? []), countryName(country)].join(", ");

export const count = (value: number): string => numbers.format(value);
export const roughly = (value: number): string => compact.format(value);
export const day = (value: string): string =>
  (value.length === "2026-01-31".length ? dates : days).format(new Date(value));
export const month = (value: string): string => months.format(new Date(value));
export const moment = (value: string): string => moments.format(new Date(value));
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** Formats US dollars; sums below a cent get words. */
export const money = (usd: number): string => (usd > 0 && usd < 0.01 ? "less than $0.01" : dollars.format(usd));
export const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

const INTERVALS: Readonly<Record<number, string>> = { 1: "minute", 60: "hour", 1440: "day", 10080: "week" };
/** Formats the interval of a monitor: "every hour", "every 30 minutes". */
export const interval = (minutes: number): string => `every ${INTERVALS[minutes] ?? `${count(minutes)} minutes`}`;

/** Formats "1 company", "22 companies". */
export const many = (value: number, one: string, several: string): string =>
  `${count(value)} ${value === 1 ? one : several}`;

/** Formats `serviceProvider`, `BELOW_CUT` as "Service provider", "Below cut". */
export function spoken(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const FIELDS: Readonly<Record<string, string>> = {
  minEmployees: "Employees, at least",
  maxEmployees: "Employees, at most",
  minRevenue: "Revenue in US dollars, at least",
  maxRevenue: "Revenue in US dollars, at most",
  foundedFrom: "Founded in or after",
  foundedTo: "Founded in or before",
  minProbability: "Probability of the offer, at least",
  targetRecall: "Completeness, at least",
  keepUnknown: "Companies of which a figure is not known",
  excludeDomains: "Left out",
  marketCapBands: "Market capitalisation",
  operatesIn: "Places of work",
  marketCapBand: "Market capitalisation",
  revenueUsd: "Revenue in US dollars",
};
/** Names a field of a record, or a condition: `revenueUsd` is "Revenue in US dollars". */
export const fieldName = (name: string): string => FIELDS[name] ?? spoken(name);

/** Returns each country of ISO 3166-1, by its English name. */
export function allCountries(): { code: string; name: string }[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((code) => ({ code, name: countryName(code) }))
    .filter(({ code, name }) => name !== code && !NO_COUNTRIES.has(code))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Regions with a code and a name that are no countries, and codes of former ones. */
const NO_COUNTRIES = new Set(
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ".split(" "),
);
