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

const countryCode = () =>
  text().meta({ description: "An ISO 3166-1 alpha-2 country code.", examples: ["DE"], pattern: COUNTRY_CODE });

/** A discovery needs a prompt, or else a feature. Stated as conditions, so that generated clients keep one type. */
const HAS_GROUND = {
  if: { required: ["userPrompt"], properties: { userPrompt: { pattern: NOT_BLANK } } },
  else: {
    required: ["keywords"],
    properties: { keywords: { required: ["features"], properties: { features: { minItems: 1 } } } },
  },
};

/** Descriptions of the lists of keywords, in requests and responses. */
const KEYWORDS = {
  features: "What the companies offer, such as products, services and their properties.",
  user: "The buyers or users of the offer.",
  synonyms: "Other words for the same offer.",
  irrelevant: "Kinds of companies and offers to exclude.",
};

const keywordList = () =>
  z
    .array(filledText().meta({ maxLength: LIMITS.keywordCharacters }), expected("a list of strings"))
    .meta({ maxItems: LIMITS.keywords });

const KeywordsRequest = z
  .object(
    {
      features: keywordList().optional().describe(KEYWORDS.features),
      user: keywordList().optional().describe(KEYWORDS.user),
      synonyms: keywordList().optional().describe(KEYWORDS.synonyms),
      irrelevant: keywordList().optional().describe(KEYWORDS.irrelevant),
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
        .describe("Cities or states within the country; by default the whole country."),
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
        .describe("The coordinates as `[latitude, longitude]` in degrees; by default none."),
    },
    expected("an object"),
  )
  .meta({ id: "LocationRequest" });

const CountriesRequest = z
  .object({
    countryCodes: z
      .array(countryCode(), expected("a list of strings"))
      .meta({ maxItems: LIMITS.locations, description: "The codes of the countries." })
      .optional(),
    countryNames: texts()
      .meta({
        maxItems: LIMITS.locations,
        description:
          "The names of the countries, in English, German, French, Spanish, Italian, Dutch or Portuguese. An unknown name fails with INVALID_INPUT.",
      })
      .optional(),
  })
  .meta({
    id: "CountriesRequest",
    description: "Countries by code or by name. The criteria are stored and returned with a list of places instead.",
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
  .describe(
    `The places, of which one is enough, at most ${LIMITS.locations}; by default those that \`userPrompt\` names, or the whole world. All requests accept both forms.`,
  );

const label = (description: string) => text().meta({ maxLength: LIMITS.labelCharacters, description });
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
    marketName: text()
      .meta({
        maxLength: LIMITS.marketNameCharacters,
        description: "The name of the market; by default the beginning of the question.",
      })
      .optional(),
    userPrompt: text()
      .meta({ maxLength: LIMITS.promptCharacters, description: "The market question in plain words." })
      .optional(),
    marketType: label("`product`, `service` or another text; by default unknown.").optional(),
    marketRole: label(
      "The role of the companies: `manufacturer`, `distributor`, `serviceProvider`, `softwareProvider` or another text; by default unknown.",
    ).optional(),
    keywords: KeywordsRequest.optional(),
    seedDomains: z
      .array(text().meta({ format: "hostname", ...NO_SITE }), expected("a list of strings"))
      .meta({
        maxItems: LIMITS.seedDomains,
        description: "The domains of example companies, each as a domain, host name or URL.",
      })
      .optional(),
    count: z
      .int32(expected(`a whole number, 1–${LIMITS.count}`))
      .meta({
        minimum: 1,
        maximum: LIMITS.count,
        default: DEFAULT_COUNT,
        description:
          "The number of companies that are wanted. For an existing market, the number of further companies.",
      })
      .optional(),
    assertions: z
      .unknown()
      .describe(
        "Statements that each company is judged against, as a list of strings. Other JSON is stored but not used.",
      )
      .optional(),
    constraints: z
      .unknown()
      .describe(
        "Conditions as an object: `minEmployees`, `maxEmployees`, `minRevenue`, `maxRevenue` (US dollars), `foundedFrom`, `foundedTo` (years), `marketCapBands`, `operatesIn` (names of places where the companies have sites or are at work), `certifications`, `excludeDomains`, `minProbability` and `targetRecall` (0–1). Other JSON is stored but not used.",
      )
      .optional(),
    projectKind: text().optional(),
    performSearch: flag()
      .meta({
        default: true,
        description:
          "Whether to search for candidates. If false, a new market consists of the seed domains, and an existing market is judged again.",
      })
      .optional(),
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
    description: "`first_pass` for a new market, `second_pass` for an existing one. It may be left out.",
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
    features: z.array(z.string()).describe(KEYWORDS.features),
    user: z.array(z.string()).describe(KEYWORDS.user),
    synonyms: z.array(z.string()).describe(KEYWORDS.synonyms),
    irrelevant: z.array(z.string()).describe(KEYWORDS.irrelevant),
  })
  .meta({ id: "Keywords" });

const Location = z
  .strictObject({
    country: z.string().describe("The ISO 3166-1 alpha-2 code of the country."),
    address: z
      .array(z.string())
      .nullable()
      .describe("Cities or states within the country; null for the whole country."),
    coordinates: z
      .array(z.number())
      .nullable()
      .describe("The coordinates as `[latitude, longitude]` in degrees; null if none are given."),
  })
  .meta({ id: "Location" });

const Criteria = z.strictObject({
  marketName: z.string().describe("The name of the market."),
  userPrompt: z.string().describe('The question in plain words; "" if none was given.'),
  marketType: z.string().describe('`product`, `service` or the text of the request; "" if it is unknown.'),
  marketRole: z
    .string()
    .describe(
      'The role of the companies: `manufacturer`, `distributor`, `serviceProvider`, `softwareProvider` or the text of the request; "" if it is unknown.',
    ),
  keywords: Keywords,
  seedDomains: z.array(z.string()).describe("The domains of example companies."),
  count: integer().describe("The number of companies that are wanted."),
  assertions: z.unknown().describe("The value of the request; null if it had none."),
  constraints: z.unknown().describe("The value of the request; null if it had none."),
  projectKind: z.string().describe("`first_pass` for the first discovery of a market, `second_pass` for an extension."),
  performSearch: z.boolean().describe("Whether the discovery searches for candidates."),
  locations: z.array(Location).describe("The places, of which one is enough; empty for the whole world."),
  createdAt: timestamp().describe("When the criteria were stored, which is when their discovery was requested."),
});

/** The criteria that the generator read from a question. */
export const GeneratedCriteria = Criteria.pick(GENERATED).meta({ id: "GeneratedCriteria" });

/** The criteria of a market's latest completed discovery. */
export const StoredCriteria = Criteria.meta({ id: "StoredCriteria" });

/** One criteria iteration, of one completed discovery. */
export const CriteriaHistoryItem = Criteria.extend({
  marketId: integer().describe("The number of the market."),
  jobId: integer().describe("The number of the discovery job that used the criteria."),
})
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
