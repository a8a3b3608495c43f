import { distance } from "geokdbush";
import type { LocatedCompany } from "#companies/look-up";
import type { FoundPlace, NamedCity, Point } from "#providers/geocoding/geocoder";

/** Where a company of a market is. */
export interface CompanyPlace {
  city: string;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  latitude: number;
  longitude: number;
  /** From the company's coordinates to the centre of what was found there; 0 where its record names only the city. */
  distanceKm: number;
  /** What it was read from. */
  source: "coordinates" | "city";
  /** The geocoder that said it; absent of what was placed before there was more than the gazetteer. */
  by?: string;
}

/** No city of the world has a longer name; what is longer is something else. */
const LONGEST_CITY = 200;

/** What a geocoder is asked about a company. */
export type PlaceQuestion = ({ kind: "reverse" } & Point) | ({ kind: "locate" } & NamedCity);

/** The company's own coordinates decide; without them the city that its record names; null: there is nothing to ask. */
export function questionOf({ city, country, latitude, longitude }: LocatedCompany): PlaceQuestion | null {
  if (latitude !== null && longitude !== null) return { kind: "reverse", latitude, longitude };
  if (city === null || country === null || city.length > LONGEST_CITY) return null;
  return { kind: "locate", city, country };
}

/** The place of a company by what a geocoder answered to its question. */
export function placeOf(question: PlaceQuestion, found: FoundPlace, by: string): CompanyPlace {
  if (question.kind === "locate") return { ...found, distanceKm: 0, source: "city", by };
  const { latitude, longitude } = question;
  const km = distance(longitude, latitude, found.longitude, found.latitude);
  return { ...found, latitude, longitude, distanceKm: Math.round(km * 10) / 10, source: "coordinates", by };
}
