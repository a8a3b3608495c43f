import type { EmbeddedCriteriaGenerator } from "../../src/criteria/embedded-criteria-generator.ts";
import { DEFAULT_COUNT, type GeneratedCriteria, type SearchCriteria } from "../../src/criteria/search-criteria.ts";
import { contentStems } from "../../src/language/stem.ts";
import type { Question } from "./data.ts";

/** The labelled fields, and whether the generator read each as it is labelled. */
export const FIELDS = ["countries", "excludes", "seedDomains", "count", "marketType", "marketRole"] as const;
export type FieldResults = Record<(typeof FIELDS)[number], boolean>;

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
  { question }: Question,
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

/** The same with countries, role, exclusions and seeds from the labels, as the first trials had them. */
export function knownCriteria(bare: SearchCriteria, { expected }: Question): SearchCriteria {
  const locations = expected.countries.flatMap((country) => {
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
 * Compares with the labels. Countries and seeds as sets; a labelled exclusion is met by one that shares a content word with it;
 * a label of no count means the default.
 */
export function compareFields(criteria: SearchCriteria, { expected }: Question): FieldResults {
  const countries = criteria.locations.map((location) => location.country);
  const { irrelevant } = criteria.keywords;
  return {
    countries: sameSet(countries, expected.countries),
    excludes:
      expected.excludes.length === 0
        ? irrelevant.length === 0
        : expected.excludes.every((phrase) => irrelevant.some((found) => shareWord(found, phrase))),
    seedDomains: sameSet(criteria.seedDomains, expected.seedDomains),
    count: criteria.count === (expected.count ?? DEFAULT_COUNT),
    marketType: criteria.marketType === expected.marketType,
    marketRole: criteria.marketRole === expected.marketRole,
  };
}

function sameSet(a: string[], b: string[]): boolean {
  const set = new Set(a);
  return set.size === new Set(b).size && b.every((one) => set.has(one));
}

function shareWord(a: string, b: string): boolean {
  const stems = new Set(contentStems(a));
  return contentStems(b).some((stem) => stems.has(stem));
}
