import { citiesOfState } from "#foundation/geography/cities-of-state";
import { foldCase } from "#foundation/language/tokenize";
import type { PlanPlace } from "./plan.ts";

/** Returns the cities of an address that is a state alone; nothing for all others. @param country alpha-2 */
export function stateCities(address: readonly string[], country: string): Pick<PlanPlace, "cities"> {
  const [only, ...others] = address;
  const cities = only === undefined || others.length > 0 ? [] : citiesOfState(only, country).map(foldCase);
  return cities.length > 0 ? { cities } : {};
}
