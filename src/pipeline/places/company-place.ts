import { distance } from "geokdbush";
import { z } from "zod";
import type { LocatedCompany } from "#companies/look-up";
import type { FoundPlace, NamedCity, Point } from "#providers/geocoding/geocoder";

/** The place of a market's company. */
export const CompanyPlace = z.object({
  city: z.string(),
  state: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** From the company's coordinates to the centre of what was found there; 0 where its record names only the city. */
  distanceKm: z.number(),
  /** The field that it was derived from. */
  source: z.enum(["coordinates", "city"]),
  /** The geocoder that found it; absent for places from before there was more than the gazetteer. */
  by: z.string().optional(),
});
export type CompanyPlace = z.infer<typeof CompanyPlace>;

/** Longest name of a city. */
const LONGEST_CITY = 200;

/** The question to a geocoder about a company. */
export type PlaceQuestion = ({ kind: "reverse" } & Point) | ({ kind: "locate" } & NamedCity);

/** Returns the question by the company's coordinates or, without them, its record's city; null where it has neither. */
export function questionOf({ city, country, latitude, longitude }: LocatedCompany): PlaceQuestion | null {
  if (latitude !== null && longitude !== null) return { kind: "reverse", latitude, longitude };
  if (city === null || country === null || city.length > LONGEST_CITY) return null;
  return { kind: "locate", city, country };
}

/** Returns the place of a company from a geocoder's answer. */
export function placeOf(question: PlaceQuestion, found: FoundPlace, by: string): CompanyPlace {
  if (question.kind === "locate") return { ...found, distanceKm: 0, source: "city", by };
  const { latitude, longitude } = question;
  const km = distance(longitude, latitude, found.longitude, found.latitude);
  return { ...found, latitude, longitude, distanceKm: Math.round(km * 10) / 10, source: "coordinates", by };
}
