import { citiesByName, englishCityName } from "#foundation/geography/cities";
import { isCountryCode } from "#foundation/geography/countries";
import { nameKey } from "#foundation/geography/normalise";
import { stateByCode } from "#foundation/geography/states";

/** A register's place, as the directory writes places. */
export interface RegisteredPlace {
  country: string | null;
  state: string | null;
  city: string | null;
  postalCode: string | null;
}

/**
 * Converts a register's place. Registers write in capitals, or in the country's language; the directory writes "Munich"
 * and "New York".
 * @param country ISO 3166-1 alpha-2; anything else counts as none
 * @param region ISO 3166-2 ("US-CA") or its second part ("CA"); anything else counts as none
 */
export function registeredPlace({
  country,
  region,
  city,
  postalCode,
}: {
  country: string | undefined;
  region?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
}): RegisteredPlace {
  const code = country !== undefined && isCountryCode(country.toUpperCase()) ? country.toUpperCase() : null;
  const state = code === null || region === undefined ? null : stateByCode(code, region.replace(/^[A-Z]{2}-/, ""));
  return {
    country: code,
    state: state?.name ?? null,
    city: code === null || city === undefined ? null : writtenCity(city, code),
    postalCode: postalCode ?? null,
  };
}

function writtenCity(city: string, country: string): string {
  const known = citiesByName()
    .get(nameKey(city))
    ?.find((candidate) => candidate.country === country);
  if (known !== undefined) return englishCityName(known.name, country);
  return city === city.toUpperCase() ? titleCase(city) : city;
}

const titleCase = (text: string): string =>
  text.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
