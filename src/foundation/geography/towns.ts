import { lazily } from "../loading/lazily.ts";
import { allCities } from "./all-cities.ts";
import { type City, MIN_POPULATION } from "./cities.ts";
import { spellingKeys } from "./normalise.ts";

/**
 * Returns places of 1,000 to 15,000 people by look-up key, the most populous first. Made on first use (0.3 s, 40 MB):
 * few questions name one.
 */
export const townsByName = lazily(() => {
  const towns = new Map<string, City[]>();
  for (const { cityId: id, name, country, adminCode, population, featureCode, loc } of allCities()) {
    if (population >= MIN_POPULATION || featureCode === "PPLX") continue;
    const [longitude, latitude] = loc.coordinates;
    const town: City = { id, name, country, adminCode, population, coordinates: [latitude, longitude] };
    for (const key of spellingKeys(name, country)) {
      const namesakes = towns.get(key);
      if (namesakes === undefined) towns.set(key, [town]);
      else namesakes.push(town);
    }
  }
  for (const namesakes of towns.values()) namesakes.sort((a, b) => b.population - a.population);
  return towns;
});
