import { z } from "zod";
import { serverUrl } from "./server-url.ts";
import { oneName, usDollars, wholeNumber } from "./values.ts";

/** Environment variables that name a geocoder. */
export const geocodingEnvironment = {
  GEOCODING: oneName(["gazetteer", "nominatim"])
    .default("gazetteer")
    .describe("[where companies are](providers/geocoding.md): `gazetteer`, the embedded one, or `nominatim`"),
  GEOCODING_URL: serverUrl
    .refine((url) => !URL.canParse(url) || (new URL(url).search === "" && new URL(url).hash === ""), {
      error: "must not contain ? or #; set the key in GEOCODING_API_KEY",
    })
    .optional()
    .describe("base URL of a Nominatim server"),
  GEOCODING_API_KEY: z.string().min(1).optional().describe("key of a hosted server"),
  GEOCODING_PRICE: usDollars.optional().describe("US dollars per thousand requests"),
  GEOCODING_DELAY_MS: wholeNumber(0, 60_000).default(1000).describe("delay between two requests"),
};

type Environment = z.output<z.ZodObject<typeof geocodingEnvironment>>;

/** The geocoder that the operator named; null means the embedded gazetteer. */
export type GeocodingConfig = {
  kind: "nominatim";
  /** Base URL without a trailing slash. */
  url: string;
  apiKey: string | undefined;
  /** US dollars per thousand requests. */
  price: number;
  /** Delay between two requests. */
  delayMs: number;
} | null;

/** Reads the settings of the geocoder. Also returns what is wrong with them. */
export function readGeocoding(e: Environment): { geocoding: GeocodingConfig; mistakes: string[] } {
  if (e.GEOCODING === "gazetteer") return { geocoding: null, mistakes: [] };
  const kind = e.GEOCODING;
  const mistakes: string[] = [];
  if (e.GEOCODING_URL === undefined)
    mistakes.push("GEOCODING=nominatim requires GEOCODING_URL, the URL of your own server or a hosted one");
  if (e.GEOCODING_API_KEY !== undefined && e.GEOCODING_PRICE === undefined)
    mistakes.push(
      "GEOCODING_API_KEY requires GEOCODING_PRICE, in US dollars per thousand requests of your plan: the cost of a call must be known in advance",
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
