import { type City, citiesByName } from "#foundation/geography/cities";
import { nameKey } from "#foundation/geography/normalise";
import { stateByCode, states } from "#foundation/geography/states";
import type { CountryResolver } from "./cells.ts";

export interface Headquarters {
  city: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** Inhabitants from which a city without a country is recognised; a smaller one may be any of its namesakes. */
const WELL_KNOWN = 300_000;

/**
 * Reads a place in one cell, from small to large: "Munich, Germany", "Austin, TX", "Dayton, Ohio, United States",
 * "Paris (France)", "Denmark", "Hamburg". Unknown parts stay null.
 */
export function readHeadquarters(text: string, resolveCountry: CountryResolver): Headquarters {
  const parts = text
    .split(/[,;|/()\n]|\s[-–—]\s/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  if (parts.length === 0) return { city: null, state: null, country: null };
  if (parts.length === 1) return alone(first, resolveCountry);
  const inState = stateOf(last, first, resolveCountry(last) !== null);
  const country = inState?.country ?? resolveCountry(last);
  if (country === null) return { city: first, state: parts.length > 2 ? last : null, country: null };
  const middle = parts.slice(1, -1).at(-1) ?? null;
  return { city: withoutPostalCode(first), state: inState?.name ?? middle, country };
}

function alone(text: string, resolveCountry: CountryResolver): Headquarters {
  const country = resolveCountry(text);
  if (country !== null) return { city: null, state: null, country };
  const city = withoutPostalCode(text);
  const [largest] = citiesByName().get(nameKey(city)) ?? [];
  return {
    city,
    state: null,
    country: largest !== undefined && largest.population >= WELL_KNOWN ? largest.country : null,
  };
}

/**
 * Returns the state that the last part names, in the United States or another country whose states are named. "CA" is a
 * state only where the city lies there.
 */
function stateOf(last: string, city: string, isCountry: boolean): { name: string; country: string } | null {
  const namesakes = citiesByName().get(nameKey(city)) ?? [];
  if (/^[A-Z]{2}$/.test(last)) {
    const state = stateByCode("US", last);
    const people = (isHere: (city: City) => boolean) =>
      Math.max(0, ...namesakes.filter(isHere).map((it) => it.population));
    const inState = people(({ country, adminCode }) => country === "US" && adminCode === last);
    const inCountry = people(({ country }) => country === last);
    return state !== null && inState >= inCountry && (inState > 0 || !isCountry)
      ? { name: state.name, country: "US" }
      : null;
  }
  const state = states().get(nameKey(last));
  // "Tbilisi, Georgia" is the country.
  return state === undefined || (isCountry && !namesakes.some(({ country }) => country === state.country))
    ? null
    : { name: state.name, country: state.country };
}

const withoutPostalCode = (city: string): string => city.replace(/^(?:[A-Z]{1,2}-)?\d{4,6}\s+/, "");
