import { citiesByName, englishCityName } from "#foundation/geography/cities";
import { citiesOfState } from "#foundation/geography/cities-of-state";
import { CITY_ALIASES } from "#foundation/geography/city-names";
import { resolveCountryName } from "#foundation/geography/countries";
import { addressesOf, findPlaces } from "#foundation/geography/find-places";
import { nameKey } from "#foundation/geography/normalise";
import { stateByCode, states } from "#foundation/geography/states";

/** One place that satisfies a location: a country, and the spellings of each line in it (state, city). */
export interface PlaceCondition {
  /** ISO 3166-1 alpha-2; null where the text names a city or state but no country. */
  country: string | null;
  /** Every line must be the company's city or its state. Each has all its spellings, folded. */
  lines: string[][];
}

/** Letters without a Unicode decomposition, as PostgreSQL's unaccent writes them. */
const PLAIN: Record<string, string> = { ß: "ss", ø: "o", ł: "l", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Folds a city or a state as the search statement folds those of companies: `lower(unaccent(…))`. */
export const foldPlace = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[ßøłæœđı]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");

/** Returns all spellings of a city in records of a country. */
function citySpellings(name: string, country: string | null): string[] {
  const key = nameKey(name);
  const same = (citiesByName().get(key) ?? []).filter((city) => country === null || city.country === country);
  const names = same.map((city) => nameKey(city.name));
  const aliases = Object.entries(CITY_ALIASES)
    .filter(
      ([, [own, of]]) => (country === null || of === country) && names.includes(nameKey(englishCityName(own, of))),
    )
    .flatMap(([alias, [own]]) => [alias, own]);
  return [name, ...same.map((city) => city.name), ...aliases];
}

/** Returns all spellings of a state in records. */
function stateSpellings(name: string, country: string | null): string[] {
  const key = nameKey(name);
  const state =
    (country === null ? null : stateByCode(country, name.trim())) ??
    [states().get(key)].find((found) => found !== undefined && (country === null || found.country === country));
  if (state == null) return [];
  const names = [...states()].filter(([, other]) => other === state).map(([spelling]) => spelling);
  return [state.name, state.code, ...names];
}

/** Countries whose records have a state. A city of the same name in another state would be found too. */
const WITH_STATES = new Set(["US", "CA", "AU"]);

/** Returns the cities of a state, for records that have a city and no state. */
const citiesWithoutState = (name: string, country: string | null): string[] =>
  country === null || WITH_STATES.has(country) ? [] : citiesOfState(name, country);

const line = (name: string, country: string | null): string[] => [
  ...new Set(
    [...citySpellings(name, country), ...stateSpellings(name, country), ...citiesWithoutState(name, country)].map(
      foldPlace,
    ),
  ),
];

/**
 * Reads a location in free text as places. It may be a country by name or code ("Germany", "DE"), a state, a city, or a
 * combination ("Munich, DE"; "Denver, CO"). An unknown name is compared with cities and states as written. Null where
 * the text is empty.
 */
export function placeConditions(location: string): PlaceCondition[] | null {
  const parts = location
    .split(/[,;/]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const last = parts.at(-1);
  if (last === undefined) return null;
  const country = resolveCountryName(last);
  const inUnitedStates = parts.length > 1 && /^[a-z]{2}$/i.test(last) && stateByCode("US", last) !== null;
  // "Denver, CO" and "Boston, MA" are not in Colombia and Morocco: a city of this name in that state decides.
  const stateOfCity =
    inUnitedStates &&
    (citiesByName().get(nameKey(parts.at(-2) ?? "")) ?? []).some(
      (city) => city.country === "US" && city.adminCode === last.toUpperCase(),
    );
  if (stateOfCity) return [{ country: "US", lines: parts.map((part) => line(part, "US")) }];
  if (country !== null) return [{ country, lines: parts.slice(0, -1).map((part) => line(part, country)) }];

  const mentions = findPlaces(`in ${location.trim()}`);
  const places = mentions.flatMap((mention) =>
    mention.codes.flatMap((code) =>
      addressesOf(mention).map((address) => ({
        country: code,
        lines: (address ?? []).map((name) => line(name, code)),
      })),
    ),
  );
  return places.length > 0 ? places : [{ country: null, lines: parts.map((part) => line(part, null)) }];
}
