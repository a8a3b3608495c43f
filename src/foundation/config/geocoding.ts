import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { oneName, usDollars, wholeNumber } from "./values.ts";

/** The part of the environment that names a geocoder. */
export const geocodingEnvironment = {
  GEOCODING: oneName(["gazetteer", "nominatim"]).default("gazetteer"),
  GEOCODING_URL: serverUrl
    .refine((url) => !URL.canParse(url) || (new URL(url).search === "" && new URL(url).hash === ""), {
      error: "must end before any ? and #; a key goes into GEOCODING_API_KEY",
    })
    .optional(),
  GEOCODING_API_KEY: z.string().min(1).optional(),
  GEOCODING_PRICE: usDollars.optional(),
  GEOCODING_DELAY_MS: wholeNumber(0, 60_000).default(1000),
};

type Environment = z.output<z.ZodObject<typeof geocodingEnvironment>>;

/** A geocoder as the operator named it; null: the embedded gazetteer. */
export type GeocodingConfig = {
  kind: "nominatim";
  /** Base URL without a trailing slash. */
  url: string;
  apiKey: string | undefined;
  /** US dollars for a thousand requests. */
  price: number;
  /** Between two requests. */
  delayMs: number;
} | null;

/** The geocoder of the environment, and what is wrong with it. */
export function readGeocoding(e: Environment): { geocoding: GeocodingConfig; mistakes: string[] } {
  if (e.GEOCODING === "gazetteer") return { geocoding: null, mistakes: [] };
  const kind = e.GEOCODING;
  const mistakes: string[] = [];
  if (e.GEOCODING_URL === undefined)
    mistakes.push("GEOCODING=nominatim needs GEOCODING_URL, the address of your server or of a hosted one");
  if (e.GEOCODING_API_KEY !== undefined && e.GEOCODING_PRICE === undefined)
    mistakes.push(
      "GEOCODING_API_KEY needs GEOCODING_PRICE, in US dollars for a thousand requests of your plan: costs are known beforehand or not at all",
    );
  return {
    mistakes,
    geocoding: {
      kind,
      url: (e.GEOCODING_URL ?? "").replace(/\/+$/, ""),
      apiKey: e.GEOCODING_API_KEY,
      price: e.GEOCODING_PRICE ?? 0,
      delayMs: e.GEOCODING_DELAY_MS,
    },
  };
}
