import { around, distance } from "geokdbush";
import KDBush from "kdbush";
import { allCities } from "./all-cities.ts";
import { englishCityName } from "./cities.ts";
import { coder } from "./country-coder.ts";
import { stateByCode } from "./states.ts";

export interface NearestCity {
  city: string;
  state?: string;
  /** Alpha-2. */
  country: string;
  /** The city's centre, in degrees. */
  latitude: number;
  longitude: number;
  /** Great-circle distance from the point to the city's centre. */
  distanceKm: number;
}

/** A typical density of built-up land, people per km² (order of magnitude of European cities): it turns a population into a radius. */
const PEOPLE_PER_KM2 = 3_000;
const CANDIDATES = 40;
const MAX_DISTANCE_KM = 150;

let index: KDBush | null = null;

function cityIndex(): KDBush {
  if (index) return index;
  const cities = allCities();
  index = new KDBush(cities.length);
  for (const city of cities) index.add(city.loc.coordinates[0], city.loc.coordinates[1]);
  index.finish();
  return index;
}

/**
 * Returns the city that a point belongs to: the one whose edge is nearest.
 * A city's radius is √(population / (π · density)), so that a suburb of Munich is Munich and not the village beside it.
 * Never returns sections of cities (PPLX). The country decides first, so a point near a border does not cross it.
 * Null at sea, far from any place and for coordinates out of range.
 *
 * @param latitude degrees, −90 to 90
 * @param longitude degrees, −180 to 180
 */
export function nearestCity(latitude: number, longitude: number): NearestCity | null {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  const cities = allCities();
  const country = coder().iso1A2Code([longitude, latitude], { level: "territory" });
  const inCountry = (at: number): boolean => {
    const city = cities[at];
    return city !== undefined && city.featureCode !== "PPLX" && (country === null || city.country === country);
  };
  let best: NearestCity | null = null;
  let bestEdgeKm = Number.POSITIVE_INFINITY;
  for (const at of around(cityIndex(), longitude, latitude, CANDIDATES, MAX_DISTANCE_KM, inCountry)) {
    const city = cities[at];
    if (!city) continue;
    const [centreLongitude, centreLatitude] = city.loc.coordinates;
    const distanceKm = distance(longitude, latitude, centreLongitude, centreLatitude);
    const edgeKm = distanceKm - Math.sqrt(city.population / (Math.PI * PEOPLE_PER_KM2));
    if (edgeKm >= bestEdgeKm) continue;
    bestEdgeKm = edgeKm;
    const state = city.country === "US" ? stateByCode("US", city.adminCode)?.name : undefined;
    best = {
      city: englishCityName(city.name, city.country),
      country: city.country,
      latitude: centreLatitude,
      longitude: centreLongitude,
      distanceKm,
      ...(state ? { state } : {}),
    };
  }
  return best;
}
