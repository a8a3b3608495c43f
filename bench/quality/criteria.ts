import { contentStems } from "#foundation/language/stem";
import type { EmbeddedCriteriaGenerator } from "#markets/criteria/embedded-criteria-generator";
import { DEFAULT_COUNT, type GeneratedCriteria, type SearchCriteria } from "#markets/criteria/search-criteria";
import type { Question } from "./data.ts";

/** The labelled fields, and whether the generator read each as it is labelled. */
export const FIELDS = ["countries", "excludes", "seedDomains", "count", "marketType", "marketRole", "offer"] as const;
/** Null where the label leaves a field open. */
export type FieldResults = Record<(typeof FIELDS)[number], boolean | null>;

const NOTHING: GeneratedCriteria = {
  userPrompt: "",
  marketName: "",
  marketType: "",
  marketRole: "",
  keywords: { features: [], user: [], synonyms: [], irrelevant: [] },
  seedDomains: [],
  count: DEFAULT_COUNT,
  locations: [],
};

/** What the generator makes of the bare question; a question that it refuses is searched by its words alone. */
export async function bareCriteria(
  generator: EmbeddedCriteriaGenerator,
  { question }: Pick<Question, "question">,
): Promise<{ criteria: SearchCriteria; refused: string | null }> {
  try {
    return { criteria: complete(await generator.generate(question)), refused: null };
  } catch (error) {
    return {
      criteria: complete({ ...NOTHING, userPrompt: question }),
      refused: error instanceof Error ? error.message : String(error),
    };
  }
}

/**
 * The same with places, role, exclusions and seeds from the labels, as the first trials had them. Countries that are not
 * wanted become all others of the directory.
 */
export function knownCriteria(
  bare: SearchCriteria,
  { expected }: Question,
  inDirectory: ReadonlySet<string>,
): SearchCriteria {
  const { excludedCountries = [], states = [] } = expected;
  const countries =
    excludedCountries.length > 0
      ? [...inDirectory].filter((country) => !excludedCountries.includes(country)).sort()
      : expected.countries;
  const locations = countries.flatMap((country) => {
    if (states.length > 0) return states.map((state) => ({ country, address: [state], coordinates: null }));
    const inside = bare.locations.filter((location) => location.country === country && location.address);
    return inside.length > 0 ? inside : [{ country, address: null, coordinates: null }];
  });
  return {
    ...bare,
    marketRole: expected.marketRole,
    marketType: expected.marketType,
    seedDomains: expected.seedDomains,
    count: expected.count ?? DEFAULT_COUNT,
    locations,
    keywords: { ...bare.keywords, irrelevant: expected.excludes },
  };
}

function complete(criteria: GeneratedCriteria): SearchCriteria {
  return { ...criteria, assertions: null, constraints: null, projectKind: "first_pass", performSearch: true };
}

/**
 * Compares with the labels. Countries (of those that have companies in the directory) and seeds are compared as sets. A
 * labelled exclusion is met by one that shares a content word with it. A label without a count means the default. The
 * offer is met when the features have one word of each labelled group and none of the empty words.
 */
export function compareFields(
  criteria: SearchCriteria,
  { expected }: Question,
  inDirectory: ReadonlySet<string>,
): FieldResults {
  const places = (countries: string[]) => countries.filter((country) => inDirectory.has(country));
  const { irrelevant } = criteria.keywords;
  const isRoleOpen = expected.marketRole === "";
  return {
    countries: sameSet(places(criteria.locations.map(({ country }) => country)), places(expected.countries)),
    excludes: excludesAsLabelled(irrelevant, expected),
    seedDomains: sameSet(criteria.seedDomains, expected.seedDomains),
    count: criteria.count === (expected.count ?? DEFAULT_COUNT),
    marketType: isRoleOpen ? null : criteria.marketType === expected.marketType,
    marketRole: isRoleOpen ? null : criteria.marketRole === expected.marketRole,
    offer: expected.offer ? hasOffer(criteria.keywords.features, expected.offer, expected.noise ?? []) : null,
  };
}

/** Excluded places alone leave the field open: criteria say them in more than one way. */
function excludesAsLabelled(irrelevant: string[], { excludes, excludedCountries = [] }: Question["expected"]) {
  if (excludes.length > 0) return excludes.every((phrase) => irrelevant.some((found) => shareWord(found, phrase)));
  return excludedCountries.length > 0 ? null : irrelevant.length === 0;
}

function hasOffer(features: string[], groups: string[], noise: string[]): boolean {
  const stems = new Set(features.flatMap((feature) => contentStems(feature)));
  // A word without content ("own", "themselves") is never searched for.
  const has = (word: string) => {
    const own = contentStems(word);
    return own.length > 0 && own.every((stem) => stems.has(stem));
  };
  return groups.every((group) => group.split("|").some(has)) && !noise.some(has);
}

function sameSet(a: string[], b: string[]): boolean {
  const set = new Set(a);
  return set.size === new Set(b).size && b.every((one) => set.has(one));
}

function shareWord(a: string, b: string): boolean {
  const stems = new Set(contentStems(a));
  return contentStems(b).some((stem) => stems.has(stem));
}
