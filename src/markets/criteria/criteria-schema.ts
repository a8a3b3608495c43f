import { z } from "zod";
import { registrableDomain } from "#companies/registrable-domain";
import { InvalidInputError } from "#foundation/errors/index";
import { isCountryCode, resolveCountryName } from "#foundation/geography/countries";
import { digestOf } from "#foundation/language/canonical-json";
import { DEFAULT_COUNT, type Json, type Location, type ProjectKind, type SearchCriteria } from "./search-criteria.ts";

/** The contract's bounds. */
export const LIMITS = {
  promptCharacters: 4_000,
  marketNameCharacters: 200,
  labelCharacters: 64,
  count: 1_000,
  keywords: 200,
  keywordCharacters: 200,
  seedDomains: 100,
  locations: 50,
  jsonBytes: 65_536,
} as const;

const keywordList = z
  .array(
    z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(LIMITS.keywordCharacters, `has more than ${LIMITS.keywordCharacters} characters`),
  )
  .max(LIMITS.keywords, `has more than ${LIMITS.keywords} entries`)
  .default([]);

const seedDomain = z.string().transform((text, context) => {
  const domain = text.length <= 2_000 ? registrableDomain(text) : null;
  if (domain !== null) return domain;
  context.addIssue({ code: "custom", message: `"${text.slice(0, 100)}" is not a valid host name` });
  return z.NEVER;
});

const location = z.object({
  country: z
    .string()
    .transform((code) => code.trim().toUpperCase())
    .refine(isCountryCode, { error: (issue) => `"${String(issue.input)}" is not an ISO 3166-1 alpha-2 country code` }),
  address: z.array(z.string().trim().min(1).max(200)).max(10).nullable().default(null),
  coordinates: z
    .tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)], {
      error: "must be [latitude, longitude] in degrees",
    })
    .nullable()
    .default(null),
});

const json = z
  .custom<Json>(() => true)
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value ?? null)) <= LIMITS.jsonBytes,
    `is larger than ${LIMITS.jsonBytes / 1024} KiB`,
  );

/** Form B of the contract's locations, which is a separate field, as in the graph. */
const countries = z.object({
  countryCodes: z.array(z.string()).default([]),
  countryNames: z.array(z.string()).default([]),
});

/** The search criteria that a client may send. Unknown fields are dropped, and missing ones get their defaults. */
export const searchCriteriaSchema = z
  .object({
    userPrompt: z
      .string()
      .trim()
      .max(LIMITS.promptCharacters, `has more than ${LIMITS.promptCharacters} characters`)
      .default(""),
    marketName: z
      .string()
      .trim()
      .max(LIMITS.marketNameCharacters, `has more than ${LIMITS.marketNameCharacters} characters`)
      .default(""),
    marketType: z
      .string()
      .trim()
      .max(LIMITS.labelCharacters, `has more than ${LIMITS.labelCharacters} characters`)
      .default(""),
    marketRole: z
      .string()
      .trim()
      .max(LIMITS.labelCharacters, `has more than ${LIMITS.labelCharacters} characters`)
      .default(""),
    keywords: z
      .object({ features: keywordList, user: keywordList, synonyms: keywordList, irrelevant: keywordList })
      .prefault({}),
    seedDomains: z.array(seedDomain).max(LIMITS.seedDomains, `has more than ${LIMITS.seedDomains} entries`).default([]),
    count: z
      .number()
      .int("must be a whole number")
      .min(1, `must be 1–${LIMITS.count.toLocaleString("en")}`)
      .max(LIMITS.count, `must be 1–${LIMITS.count.toLocaleString("en")}`)
      .default(DEFAULT_COUNT),
    assertions: json.default(null),
    constraints: json.default(null),
    projectKind: z.enum(["first_pass", "second_pass"], { error: 'must be "first_pass" or "second_pass"' }).optional(),
    performSearch: z.boolean().default(true),
    locations: z.array(location).max(LIMITS.locations, `has more than ${LIMITS.locations} entries`).default([]),
    /** Replaces `locations`. */
    countries: countries.optional(),
  })
  .refine((criteria) => criteria.userPrompt !== "" || criteria.keywords.features.length > 0, {
    error: "needs a userPrompt or at least one entry in keywords.features",
  });

export type SearchCriteriaInput = z.input<typeof searchCriteriaSchema>;

type Issue = z.core.$ZodIssue;

/** Returns the issues of a union's branch that matched deepest, because the client probably meant that form. */
function closestBranch(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const depth = (branch: Issue[]) => Math.max(0, ...branch.map((inner) => inner.path.length));
  const [best] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
  return (best ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Describes in one line for people which field is wrong, and why. `root` is the client's name of the whole input. */
export function describeIssues(error: z.ZodError, root = "searchCriteria"): string {
  return error.issues
    .flatMap(closestBranch)
    .slice(0, 5)
    .map((issue) => `${[root, ...issue.path].filter((part) => part !== "").join(".")} ${issue.message}`)
    .join("; ");
}

/** Converts locations of form B to form A. @throws InvalidInputError naming an unknown country */
function asFormA({ countryCodes, countryNames }: z.output<typeof countries>): Location[] {
  for (const [form, given] of Object.entries({ countryCodes, countryNames }))
    if (given.length > LIMITS.locations)
      throw new InvalidInputError(`searchCriteria.locations.${form} has more than ${LIMITS.locations} entries`);
  const codes = countryCodes.map((given) => {
    const code = given.trim().toUpperCase();
    if (!isCountryCode(code))
      throw new InvalidInputError(
        `searchCriteria.locations.countryCodes: "${given}" is not an ISO 3166-1 alpha-2 country code`,
      );
    return code;
  });
  const named = countryNames.map((given) => {
    const code = resolveCountryName(given);
    if (code === null)
      throw new InvalidInputError(`searchCriteria.locations.countryNames: "${given}" is not a known country`);
    return code;
  });
  return [...new Set([...codes, ...named])].map((country) => ({ country, address: null, coordinates: null }));
}

/** Makes a market's name from the first words of its prompt or its features, cut at a word. */
function nameFrom(prompt: string, features: string[]): string {
  const text = (prompt || features.join(", ")).replace(/\s+/g, " ");
  if (text.length <= 80) return text;
  return `${text.slice(0, 79).replace(/\s+\S*$/, "")}…`;
}

const isGiven = (input: unknown, field: string): boolean =>
  typeof input === "object" && input !== null && Reflect.get(input, field) !== undefined;

/**
 * Validates a client's criteria and fills in the defaults. It brings locations into form A and domains into their
 * registrable form.
 * @throws InvalidInputError that names each wrong field; also when `projectKind` is not that of the operation
 */
export function normaliseCriteria(input: unknown, projectKind: ProjectKind): SearchCriteria {
  const parsed = searchCriteriaSchema.safeParse(input);
  if (!parsed.success) throw new InvalidInputError(describeIssues(parsed.error));
  const { locations, countries, ...criteria } = parsed.data;
  if (criteria.projectKind !== undefined && criteria.projectKind !== projectKind)
    throw new InvalidInputError(`searchCriteria.projectKind must be "${projectKind}" here`);
  return {
    ...criteria,
    projectKind,
    countIsOpen: !isGiven(input, "count"),
    marketName: criteria.marketName || nameFrom(criteria.userPrompt, criteria.keywords.features),
    seedDomains: [...new Set(criteria.seedDomains)],
    locations: countries === undefined ? locations : asFormA(countries),
  };
}

/**
 * SHA-256 over the criteria that judging uses: all but the market's name, the count, the pass and whether to search.
 */
export function judgedBy(criteria: SearchCriteria): string {
  const { userPrompt, marketType, marketRole, keywords, seedDomains, assertions, constraints, locations } = criteria;
  const judged = [
    userPrompt,
    marketType,
    marketRole,
    keywords.features,
    keywords.user,
    keywords.synonyms,
    keywords.irrelevant,
    seedDomains,
    assertions,
    constraints,
    locations,
  ];
  // The digest must not depend on the order of fields, which jsonb does not keep.
  return digestOf(judged);
}
