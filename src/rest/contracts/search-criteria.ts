import { z } from "zod";
import { isCountryCode } from "#foundation/geography/countries";
import { LIMITS } from "#markets/criteria/criteria-schema";
import { DEFAULT_COUNT, type ProjectKind } from "#markets/criteria/search-criteria";
import { expected, filledText, flag, integer, NOT_BLANK, text, texts, timestamp } from "./values.ts";

/*
 * Requests state JSON types and shapes. Bounds and defaults are rules of the criteria's domain; they appear here only
 * as `meta`, for readers of the OpenAPI document. Unknown fields are dropped, so that an answer can be sent back.
 */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The valid codes, as a pattern: `^(?:A[DEFG…]|B[ABD…]|…)$`. */
const COUNTRY_CODE = `^(?:${LETTERS.map((first) => [
  first,
  LETTERS.filter((second) => isCountryCode(first + second)).join(""),
])
  .filter(([, seconds]) => seconds !== "")
  .map(([first, seconds]) => `${first}[${seconds}]`)
  .join("|")})$`;

const countryCode = () => text().meta({ description: "ISO 3166-1 alpha-2.", examples: ["DE"], pattern: COUNTRY_CODE });

/** A discovery needs a prompt, or else a feature. Stated as conditions, so that generated clients keep one type. */
const HAS_GROUND = {
  if: { required: ["userPrompt"], properties: { userPrompt: { pattern: NOT_BLANK } } },
  else: {
    required: ["keywords"],
    properties: { keywords: { required: ["features"], properties: { features: { minItems: 1 } } } },
  },
};

const keywordList = () =>
  z
    .array(filledText().meta({ maxLength: LIMITS.keywordCharacters }), expected("a list of strings"))
    .meta({ maxItems: LIMITS.keywords });

const KeywordsRequest = z
  .object(
    {
      features: keywordList().optional(),
      user: keywordList().optional(),
      synonyms: keywordList().optional(),
      irrelevant: keywordList().optional(),
    },
    expected("an object"),
  )
  .meta({ id: "KeywordsRequest" });

const LocationRequest = z
  .object(
    {
      country: countryCode(),
      address: z
        .array(filledText().meta({ maxLength: 200 }), expected("a list of strings"))
        .meta({ maxItems: 10 })
        .nullish()
        .meta({ description: "City or state." }),
      coordinates: z
        .array(z.number(expected("a number")), expected("[latitude, longitude]"))
        .meta({
          minItems: 2,
          maxItems: 2,
          prefixItems: [
            { type: "number", minimum: -90, maximum: 90 },
            { type: "number", minimum: -180, maximum: 180 },
          ],
        })
        .nullish()
        .meta({ description: "[latitude, longitude] in degrees." }),
    },
    expected("an object"),
  )
  .meta({ id: "LocationRequest" });

const CountriesRequest = z
  .object({
    countryCodes: z.array(countryCode(), expected("a list of strings")).meta({ maxItems: LIMITS.locations }).optional(),
    countryNames: texts()
      .meta({
        maxItems: LIMITS.locations,
        description: "Names of countries in English, German, French, Spanish, Italian, Dutch or Portuguese.",
      })
      .optional(),
  })
  .meta({
    id: "CountriesRequest",
    description: "Countries by code or by name. The stored criteria have them as a list of places.",
  });

const LocationsRequest = z
  .union(
    [
      z
        .array(
          LocationRequest,
          expected("a list of {country, address, coordinates}, or an object {countryCodes, countryNames}"),
        )
        .meta({ maxItems: LIMITS.locations }),
      CountriesRequest,
    ],
    expected("a list of {country, address, coordinates}, or an object {countryCodes, countryNames}"),
  )
  .meta({ description: `Both forms are accepted in all requests; at most ${LIMITS.locations} places.` });

const label = () => text().meta({ maxLength: LIMITS.labelCharacters });
/** Suffixes reserved for tests and the like (RFC 6761), where no site exists. */
const NO_SITE = { not: { pattern: "\\.(?:test|example|invalid|localhost|local|onion|alt|arpa)$" } };

/** Criteria as a client may send them, for the reader of the OpenAPI document. */
export const EXAMPLE_CRITERIA = {
  marketName: "Bicycle brakes",
  userPrompt: "Find 20 makers of bicycle brakes in Italy and Taiwan, not shops",
  marketType: "product",
  marketRole: "manufacturer",
  keywords: {
    features: ["bicycle brakes"],
    user: ["bicycle makers"],
    synonyms: ["cycle brakes"],
    irrelevant: ["shops"],
  },
  seedDomains: [],
  count: 20,
  locations: [
    { country: "IT", address: null, coordinates: null },
    { country: "TW", address: null, coordinates: null },
  ],
};

/** Criteria as sent; other forms are picked from these fields. */
const CriteriaRequest = z.object(
  {
    marketName: text().meta({ maxLength: LIMITS.marketNameCharacters }).optional(),
    userPrompt: text()
      .meta({ maxLength: LIMITS.promptCharacters, description: "The market question in plain words." })
      .optional(),
    marketType: label().optional(),
    marketRole: label().optional(),
    keywords: KeywordsRequest.optional(),
    seedDomains: z
      .array(text().meta({ format: "hostname", ...NO_SITE }), expected("a list of strings"))
      .meta({ maxItems: LIMITS.seedDomains, description: "Example companies. Of a web address, the host is used." })
      .optional(),
    count: z
      .int32(expected(`a whole number, 1–${LIMITS.count}`))
      .meta({
        minimum: 1,
        maximum: LIMITS.count,
        default: DEFAULT_COUNT,
        description: "How many companies are wanted.",
      })
      .optional(),
    assertions: z
      .unknown()
      .meta({ description: "A list of statements by which each company is judged. Other JSON is stored but not used." })
      .optional(),
    constraints: z
      .unknown()
      .meta({
        description:
          "{excludeDomains, minEmployees, maxEmployees, minRevenue, maxRevenue, foundedFrom, foundedTo, marketCapBands, certifications} are applied. Other JSON is stored but not used.",
      })
      .optional(),
    projectKind: text().optional(),
    performSearch: flag().meta({ default: true, description: "Whether new candidates are searched for." }).optional(),
    locations: LocationsRequest.optional(),
  },
  expected("an object"),
);

/** The fields of criteria that are read from a question, in the order of the contract. */
const GENERATED = {
  userPrompt: true,
  marketName: true,
  marketType: true,
  marketRole: true,
  keywords: true,
  seedDomains: true,
  count: true,
  locations: true,
} as const;

/** The input of keyword suggestion. */
export const KeywordsForRequest = CriteriaRequest.pick(GENERATED).meta({ examples: [EXAMPLE_CRITERIA], ...HAS_GROUND });

/** Makes the input of a discovery, one schema for each kind of pass. */
const searchCriteriaRequest = (projectKind: ProjectKind, id: string) => {
  const pass = {
    description: "`first_pass` for a new market, `second_pass` for an existing one.",
    enum: [projectKind],
  };
  return CriteriaRequest.extend({ projectKind: text().meta(pass).optional() }).meta({
    id,
    description: "Requires `userPrompt` or at least one of `keywords.features`.",
    ...HAS_GROUND,
  });
};

/** For a new market. */
export const DiscoveryCriteriaRequest = searchCriteriaRequest("first_pass", "DiscoveryCriteriaRequest");
/** For an existing market. */
export const ExtensionCriteriaRequest = searchCriteriaRequest("second_pass", "ExtensionCriteriaRequest");

type LocationsInput = z.output<typeof LocationsRequest>;

/** Returns the places in the graph's field for their form: `locations` or `countries`. */
export function placesFor(locations: LocationsInput | undefined) {
  if (locations === undefined) return {};
  return Array.isArray(locations) ? { locations } : { countries: locations };
}

/** Whether the places are in the contract's form B, the schema form. */
export const isSchemaForm = (locations: LocationsInput | undefined): boolean =>
  locations !== undefined && !Array.isArray(locations);

const Keywords = z
  .strictObject({
    features: z.array(z.string()),
    user: z.array(z.string()),
    synonyms: z.array(z.string()),
    irrelevant: z.array(z.string()),
  })
  .meta({ id: "Keywords" });

const Location = z
  .strictObject({
    country: z.string(),
    address: z.array(z.string()).nullable(),
    coordinates: z.array(z.number()).nullable(),
  })
  .meta({ id: "Location" });

const Criteria = z.strictObject({
  marketName: z.string(),
  userPrompt: z.string(),
  marketType: z.string(),
  marketRole: z.string(),
  keywords: Keywords,
  seedDomains: z.array(z.string()),
  count: integer(),
  assertions: z.unknown().meta({ description: "The value of the request; null where it had none." }),
  constraints: z.unknown().meta({ description: "The value of the request; null where it had none." }),
  projectKind: z.string(),
  performSearch: z.boolean(),
  locations: z.array(Location),
  createdAt: timestamp(),
});

/** The criteria that the generator read from a question. */
export const GeneratedCriteria = Criteria.pick(GENERATED).meta({ id: "GeneratedCriteria" });

/** The criteria of a market's latest completed discovery. */
export const StoredCriteria = Criteria.meta({ id: "StoredCriteria" });

/** One criteria iteration, of one completed discovery. */
export const CriteriaHistoryItem = Criteria.extend({ marketId: integer(), jobId: integer() })
  .pick({
    marketId: true,
    marketName: true,
    userPrompt: true,
    marketType: true,
    marketRole: true,
    keywords: true,
    count: true,
    locations: true,
    jobId: true,
    projectKind: true,
    performSearch: true,
    createdAt: true,
  })
  .meta({ id: "CriteriaHistoryItem" });
