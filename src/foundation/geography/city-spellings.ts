import { distance } from "geokdbush";
import { allCities } from "./all-cities.ts";
import { citiesByName, locateCity } from "./cities.ts";
import { nameKey } from "./normalise.ts";

/**
 * Returns all known names of a city in a country (alpha-2) as look-up keys: "Munich" → "munich", "munchen", "muenchen".
 * Empty when the city is unknown.
 */
export function citySpellings(name: string, country: string): string[] {
  const names = citiesByName();
  const city = names.get(nameKey(name))?.find((candidate) => candidate.country === country);
  if (!city) return [];
  // A name belongs to the country's largest city of that name: the smaller Frankfurt does not answer to "Frankfurt".
  const isFirst = (cities: { country: string }[]) => cities.find((one) => one.country === country) === city;
  return [...names].filter(([, cities]) => cities.includes(city) && isFirst(cities)).map(([key]) => key);
}

/**
 * Returns look-up keys of a country's (alpha-2) places within a distance of a city's centre, the city included. Covers
 * places of 1,000 people and more. Empty when the city is unknown.
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
