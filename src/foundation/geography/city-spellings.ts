import { distance } from "geokdbush";
import { allCities } from "./all-cities.ts";
import { type City, citiesByName } from "./cities.ts";
import { cityByForeignName, namesInOtherLanguages } from "./foreign-city-names.ts";
import { locatePlace } from "./locate-place.ts";
import { nameKey, spellingKeys } from "./normalise.ts";

/**
 * Returns all known names of a city in a country (alpha-2) as look-up keys: "Munich" → "munich", "munchen", "muenchen".
 * Empty when the city is unknown.
 */
export function citySpellings(name: string, country: string): string[] {
  const names = citiesByName();
  const city = cityNamed(name, country);
  if (!city) return [];
  // A name belongs to the country's largest city of that name: the smaller Frankfurt does not answer to "Frankfurt".
  const isFirst = (cities: { country: string }[]) => cities.find((one) => one.country === country) === city;
  const own = [...names].filter(([, cities]) => cities.includes(city) && isFirst(cities)).map(([key]) => key);
  const foreign = namesInOtherLanguages(city).filter((key) => !names.has(key) && cityByForeignName(key) === city);
  return [...own, ...foreign];
}

function cityNamed(name: string, country: string): City | null {
  const key = nameKey(name);
  const city = citiesByName()
    .get(key)
    ?.find((candidate) => candidate.country === country);
  if (city) return city;
  const foreign = cityByForeignName(key);
  return foreign?.country === country ? foreign : null;
}

/**
 * Returns look-up keys of a country's (alpha-2) places within a distance of a city's centre, the city included. Covers
 * places of 1,000 people and more. Empty when the city is unknown or ambiguous.
 */
export function placesAround(name: string, country: string, distanceKm: number): string[] {
  const centre = cityNamed(name, country)?.coordinates ?? locatePlace({ city: name, state: null, country });
  if (!centre) return [];
  const [latitude, longitude] = centre;
  const near = allCities().filter(
    (city) =>
      city.country === country &&
      distance(longitude, latitude, city.loc.coordinates[0], city.loc.coordinates[1]) <= distanceKm,
  );
  return [...new Set(near.flatMap((city) => spellingKeys(city.name, country)))];
}
