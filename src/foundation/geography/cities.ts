import { allCities } from "./all-cities.ts";
import { CITY_ALIASES, ENGLISH_CITY_NAMES } from "./city-names.ts";
import { nameKey, spellingKeys } from "./normalise.ts";

export interface City {
  /** GeoNames' number. */
  id: number;
  name: string;
  country: string;
  /** GeoNames' first-level division; in the United States the state's postal code. */
  adminCode: string;
  population: number;
  /** [latitude, longitude] in degrees. */
  coordinates: [latitude: number, longitude: number];
}

/** Smaller places share too many names with people, firms and words to be recognised in prose. */
export const MIN_POPULATION = 15_000;

let table: Map<string, City[]> | null = null;

/** Returns the cities of each look-up key, the most populous first. Leaves out sections of cities. */
export function citiesByName(): Map<string, City[]> {
  if (table) return table;
  table = new Map();
  for (const city of allCities()) {
    if (city.population < MIN_POPULATION || city.featureCode === "PPLX") continue;
    const [longitude, latitude] = city.loc.coordinates;
    const { cityId: id, country, adminCode, population } = city;
    const name = englishCityName(city.name, country);
    const entry: City = { id, name, country, adminCode, population, coordinates: [latitude, longitude] };
    for (const key of spellingKeys(city.name, country)) add(table, key, entry);
    if (name !== city.name) add(table, nameKey(name), entry);
  }
  for (const [alias, [name, country]] of Object.entries(CITY_ALIASES)) {
    const city = table.get(nameKey(name))?.find((candidate) => candidate.country === country);
    if (city) add(table, nameKey(alias), city);
  }
  for (const list of table.values()) list.sort((a, b) => b.population - a.population);
  return table;
}

/** Returns the name that English texts and directories use: "Cologne" for GeoNames' "Köln". */
export function englishCityName(name: string, country: string): string {
  return ENGLISH_CITY_NAMES[`${name} ${country}`] ?? name;
}

function add(names: Map<string, City[]>, key: string, city: City): void {
  const list = names.get(key);
  if (!list) names.set(key, [city]);
  else if (!list.includes(city)) list.push(city);
}

/**
 * Returns the coordinates [latitude, longitude] in degrees of a city in a country (alpha-2). Null when it is unknown or
 * has fewer than 15,000 people.
 */
export function locateCity(name: string, country: string): [latitude: number, longitude: number] | null {
  return (
    citiesByName()
      .get(nameKey(name))
      ?.find((city) => city.country === country)?.coordinates ?? null
  );
}
