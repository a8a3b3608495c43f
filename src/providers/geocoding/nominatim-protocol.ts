import { z } from "zod";
import { isCountryCode } from "#foundation/geography/countries";
import { storableLine } from "#foundation/language/storable-text";
import type { FoundPlace, NamedCity, Point } from "./geocoder.ts";

const LONGEST_NAME = 200;
/** Level of detail: a village or a part of a city. In both cases the address names the city, town or village. */
const ZOOM = "13";
/** About a metre on the ground: further digits would make different requests for the same place. */
const DECIMALS = 5;

/** Returns the rounded coordinates of the request. */
export const roundedPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(DECIMALS)),
  longitude: Number(longitude.toFixed(DECIMALS)),
});

const query = (fields: Record<string, string>, key: string | undefined): string =>
  new URLSearchParams({
    format: "jsonv2",
    ...fields,
    addressdetails: "1",
    "accept-language": "en",
    ...(key === undefined ? {} : { key }),
  }).toString();

/** Returns path and query of a request for what is at a point. */
export const reversePath = ({ latitude, longitude }: Point, key: string | undefined): string =>
  `/reverse?${query({ lat: latitude.toFixed(DECIMALS), lon: longitude.toFixed(DECIMALS), zoom: ZOOM }, key)}`;

/** Returns path and query of a request for a city. */
export const searchPath = ({ city, country }: NamedCity, key: string | undefined): string =>
  `/search?${query({ city, countrycodes: country.toLowerCase(), limit: "1" }, key)}`;

const name = z.string().optional().catch(undefined);
const degrees = (most: number) =>
  z
    .union([z.number(), z.string().trim().min(1)])
    .pipe(z.coerce.number())
    .refine((number) => Math.abs(number) <= most);

const found = z
  .object({
    lat: degrees(90),
    lon: degrees(180),
    address: z.object({
      city: name,
      town: name,
      village: name,
      municipality: name,
      hamlet: name,
      state: name,
      province: name,
      region: name,
      country_code: z
        .string()
        .transform((code) => code.toUpperCase())
        .refine(isCountryCode)
        .optional(),
    }),
  })
  .transform(({ lat, lon, address }): FoundPlace | null => {
    const first = (...names: (string | undefined)[]): string | null =>
      names.map((text) => storableLine(text ?? "", LONGEST_NAME).trim()).find((text) => text !== "") ?? null;
    const city = first(address.city, address.town, address.village, address.municipality, address.hamlet);
    const { country_code: country } = address;
    // Open country, or land without a country.
    if (city === null || country === undefined) return null;
    const state = first(address.state, address.province, address.region);
    return { city, state, country, latitude: lat, longitude: lon };
  });

/** Matches an empty result: Nominatim reports it with a success status, hosted services of its protocol with 404. */
const NOTHING_THERE = /unable to geocode/i;
const nothing = z.object({ error: z.string().regex(NOTHING_THERE) }).transform((): FoundPlace | null => null);

export const saysNothingThere = (status: number, body: string): boolean => status === 404 && NOTHING_THERE.test(body);

/** @throws ZodError for an answer of another form */
export const readReverse = (answer: unknown): FoundPlace | null => z.union([nothing, found]).parse(answer);

/** @throws ZodError for an answer of another form */
export const readSearch = (answer: unknown): FoundPlace | null =>
  z.union([nothing, z.array(found).transform(([best]) => best ?? null)]).parse(answer);
