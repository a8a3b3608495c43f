import { distance } from "geokdbush";
import { allCities } from "./all-cities.ts";
import { citiesByName, locateCity } from "./cities.ts";
import { nameKey } from "./normalise.ts";

/**
 * All names under which a city of a country (alpha-2) is known here, as look-up keys: "Munich" → "munich", "munchen",
 * "muenchen"; empty when the city is not known.
 */
export function citySpellings(name: string, country: string): string[] {
  const names = citiesByName();
  const city = names.get(nameKey(name))?.find((candidate) => candidate.country === country);
  if (!city) return [];
  // A name belongs to the greatest city of the country that bears it: the smaller Frankfurt does not answer to
  // "Frankfurt".
  const isFirst = (cities: { country: string }[]) => cities.find((one) => one.country === country) === city;
  return [...names].filter(([, cities]) => cities.includes(city) && isFirst(cities)).map(([key]) => key);
}

/**
 * Look-up keys of a country's (alpha-2) places of 1,000 people and more within a distance of a city's centre, the city
 * included. Empty when the city is not known.
 */
export function placesAround(name: string, country: string, distanceKm: number): string[] {
  const centre = locateCity(name, country);
  if (!centre) return [];
  const [latitude, longitude] = centre;
  const near = allCities().filter(
    (city) =>
      city.country === country &&
      distance(longitude, latitude, city.loc.coordinates[0], city.loc.coordinates[1]) <= distanceKm,
  );
  return [...new Set(near.map((city) => nameKey(city.name)))];
}
