import { allCities } from "./all-cities.ts";
import { citiesByName } from "./cities.ts";
import { nameKey } from "./normalise.ts";
import { states } from "./states.ts";

/** [latitude, longitude] in degrees. */
type Coordinates = [latitude: number, longitude: number];

interface Place {
  adminCode: string;
  population: number;
  coordinates: Coordinates;
}

/** The largest of several namesakes in a country is meant where it is this many times as large as the next. */
const CLEARLY_LARGER = 5;
/** Words that records add to a city's name: "Hsinchu City", "Cheonan-si". */
const ATTACHED = /(?: city|[ -](?:si|shi|gu|ku|gun|cho))$/i;

let small: Map<string, Place[]> | undefined;

/**
 * Returns places of fewer than 15,000 people and sections of cities, by country and name. Reads them on first use (0.3
 * s, 40 MB).
 */
function smallPlaces(): Map<string, Place[]> {
  if (small) return small;
  small = new Map();
  for (const { name, country, adminCode, population, loc } of allCities()) {
    const key = `${country} ${nameKey(name)}`;
    const [longitude, latitude] = loc.coordinates;
    const place: Place = { adminCode, population, coordinates: [latitude, longitude] };
    const namesakes = small.get(key);
    if (namesakes === undefined) small.set(key, [place]);
    else namesakes.push(place);
  }
  return small;
}

/**
 * Returns the coordinates of a city's centre by GeoNames. Null where the city is unknown or ambiguous.
 * Among namesakes in a country, the state decides in the United States and the population elsewhere.
 * @param place.country ISO 3166-1 alpha-2
 */
export function locatePlace(place: { city: string; state: string | null; country: string }): Coordinates | null {
  const { city, country } = place;
  return pick(namesakesOf(city, country), place) ?? pick(namesakesOf(city.replace(ATTACHED, ""), country), place);
}

function namesakesOf(city: string, country: string): Place[] {
  const key = nameKey(city);
  const large = (citiesByName().get(key) ?? []).filter((each) => each.country === country);
  return large.length > 0 && country !== "US" ? large : [...large, ...(smallPlaces().get(`${country} ${key}`) ?? [])];
}

function pick(namesakes: Place[], { state, country }: { state: string | null; country: string }): Coordinates | null {
  const code = state === null ? undefined : (states().get(nameKey(state))?.code ?? state.toUpperCase());
  const inState = country === "US" && code !== undefined ? namesakes.filter((each) => each.adminCode === code) : [];
  const [first, second] = (inState.length > 0 ? inState : unique(namesakes)).toSorted(
    (a, b) => b.population - a.population,
  );
  if (first === undefined) return null;
  if (inState.length > 0 || second === undefined) return first.coordinates;
  return first.population >= CLEARLY_LARGER * second.population ? first.coordinates : null;
}

/** Drops duplicates: a large city is in both tables. */
const unique = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [place.coordinates.join(), place])).values(),
];
