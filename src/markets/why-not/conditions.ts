import type { DirectoryCompany } from "#companies/directory-company";
import { foundingYear } from "#companies/founding-year";
import { countryName } from "#foundation/geography/countries";
import type { Json, Location, SearchCriteria } from "../criteria/search-criteria.ts";
import { judgeCandidate, offerIn } from "../judging/index.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { unwantedPhrases } from "../plan/unwanted-phrases.ts";
import type { Retriever } from "../retrieval/index.ts";
import { failuresOf, type Outcome } from "./simulation.ts";

/** A condition that keeps a company out, with ways of changing it, the smallest first. */
export interface Condition {
  /** Identifies the condition: "location", "exclusion: wind farm operators", "count". */
  id: string;
  ways: Way[];
  /** Whether only the record and this condition decide it, so that no change of others can make up for it. */
  isFact: boolean;
}

/** One way of changing a condition. */
export interface Way {
  /** An imperative sentence for people. */
  sentence: string;
  apply(criteria: SearchCriteria): SearchCriteria;
  /** "probability": `apply` admits all; the number that is just enough is found afterwards. */
  kind?: "probability";
  /** Whether it asks for something else instead, as the last resort. */
  isOtherQuestion?: true;
}

const SIZES = {
  minEmployees: { field: "employees", what: "employees" },
  maxEmployees: { field: "employees", what: "employees" },
  minRevenue: { field: "revenueUsd", what: "US dollars of revenue" },
  maxRevenue: { field: "revenueUsd", what: "US dollars of revenue" },
} as const;

type Constraints = { [key: string]: Json };

/** Returns the criteria's constraints, {} where they are no object. */
export function constraintsOf({ constraints }: SearchCriteria): Constraints {
  return typeof constraints === "object" && constraints !== null && !Array.isArray(constraints) ? constraints : {};
}

const withConstraint = (criteria: SearchCriteria, name: string, value: Json | undefined): SearchCriteria => {
  const { [name]: _before, ...others } = constraintsOf(criteria);
  return { ...criteria, constraints: value === undefined ? others : { ...others, [name]: value } };
};

const without = <T>(list: readonly T[], item: T): T[] => list.filter((one) => one !== item);

const withoutPhrase = (criteria: SearchCriteria, phrase: string): SearchCriteria => ({
  ...criteria,
  keywords: { ...criteria.keywords, irrelevant: without(criteria.keywords.irrelevant, phrase) },
});

/** Reduces a plan to a request for a single thing. */
const bare = (plan: DiscoveryPlan): DiscoveryPlan => ({ ...plan, places: [], excludedPlaces: [], exclusions: [] });

const FACTS_ALONE = { candidate: { relevance: 0 }, scale: { best: 1, ordinary: 0, vectors: false } } as const;

/**
 * Returns the places by which a company's own place would be among those requested, the narrowest fitting one first.
 */
function placesOf({ country, state, city }: DirectoryCompany, criteria: SearchCriteria): Location[] {
  if (country === null) return [];
  const whole: Location = { country, address: null, coordinates: null };
  const narrows = criteria.locations.some((one) => one.address !== null && one.address.length > 0);
  const line = city ?? state;
  return narrows && line !== null ? [{ ...whole, address: [line] }, whole] : [whole];
}

const nameOf = ({ country, address }: Location): string => [...(address ?? []), countryName(country)].join(", ");

/** Returns the conditions of these criteria that keep a company out. */
export async function conditionsOf(
  retriever: Retriever,
  company: DirectoryCompany,
  { criteria, plan, judgement, obstacle, neededCount }: Outcome,
): Promise<Condition[]> {
  if (obstacle === "reach" || obstacle === "cut")
    return neededCount === null ? [] : [{ id: "count", isFact: false, ways: [] }];
  const conditions: Condition[] = [];
  const failures = new Set(failuresOf(judgement));
  if (failures.has("location")) conditions.push(...(await locationConditions(retriever, company, criteria, plan)));
  if (failures.has("exclusion"))
    for (const phrase of unwantedPhrases(plan)) {
      const exclusions = plan.exclusions.filter((one) => one.phrase === phrase);
      const alone = judgeCandidate({ ...bare(plan), exclusions }, company, FACTS_ALONE);
      if (failuresOf(alone).includes("exclusion"))
        conditions.push({
          id: `exclusion: ${phrase}`,
          // The request decides whether such words are a passing mention.
          isFact: false,
          ways: [{ sentence: `Do not exclude “${phrase}”.`, apply: (now) => withoutPhrase(now, phrase) }],
        });
    }
  for (const failure of failures) {
    // A constraint takes precedence over the prompt, so it can change what the prompt states.
    const name = failure.replace(/^(?:constraint|stated):/, "");
    if (failure === "seed") conditions.push(seedCondition(company));
    else if (name === "excludeDomains") conditions.push(excludedDomain(company));
    else if (name === "operatesIn") conditions.push(operationsCondition(company, plan));
    else if (name === "foundedFrom" || name === "foundedTo") conditions.push(yearCondition(company, name));
    else if (name === "marketCapBands") conditions.push(bandCondition(company, plan));
    else if (name in SIZES) conditions.push(sizeCondition(company, name as keyof typeof SIZES));
    else if (failure.startsWith("assertion:")) conditions.push(assertionCondition(plan, Number(failure.slice(10))));
  }
  const certified = judgement.criteria.filter(({ criterion }) => criterion === "constraint:certifications");
  certified.forEach(({ outcome }, i) => {
    const name = plan.certifications[i];
    if (outcome !== "met" && name !== undefined) conditions.push(certificationCondition(name));
  });
  if (failures.has("offer")) conditions.push(offerCondition(company, judgement));
  return conditions;
}

async function locationConditions(
  retriever: Retriever,
  company: DirectoryCompany,
  criteria: SearchCriteria,
  plan: DiscoveryPlan,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const phrase of criteria.keywords.irrelevant) {
    const { excludedPlaces } = await retriever.plan(onlyExcluding(criteria, phrase));
    const alone = judgeCandidate({ ...bare(plan), excludedPlaces }, company, FACTS_ALONE);
    if (excludedPlaces.length > 0 && failuresOf(alone).includes("location"))
      conditions.push({
        id: `exclusion: ${phrase}`,
        isFact: true,
        ways: [{ sentence: `Do not leave out “${phrase}”.`, apply: (now) => withoutPhrase(now, phrase) }],
      });
  }
  const within = judgeCandidate({ ...bare(plan), places: plan.places }, company, FACTS_ALONE);
  if (failuresOf(within).includes("location"))
    conditions.push({
      id: "location",
      isFact: true,
      ways: [
        ...placesOf(company, criteria).map(
          (place): Way => ({
            sentence: `Add ${nameOf(place)} to the places.`,
            apply: (now) => ({ ...now, locations: [...now.locations, place] }),
          }),
        ),
        { sentence: "Ask for no place.", apply: (now) => ({ ...now, locations: [] }) },
      ],
    });
  return conditions;
}

const onlyExcluding = (criteria: SearchCriteria, phrase: string): SearchCriteria => ({
  ...criteria,
  keywords: { ...criteria.keywords, irrelevant: [phrase] },
});

const seedCondition = ({ domain }: DirectoryCompany): Condition => ({
  id: "seed",
  isFact: true,
  ways: [
    {
      sentence: `Do not name ${domain} as an example: examples are no results.`,
      apply: (now) => ({ ...now, seedDomains: without(now.seedDomains, domain) }),
    },
  ],
});

function excludedDomain({ domain }: DirectoryCompany): Condition {
  const isIt = (one: Json) =>
    typeof one === "string" &&
    one
      .trim()
      .toLowerCase()
      .replace(/^www\./, "") === domain;
  return {
    id: "excludeDomains",
    isFact: true,
    ways: [
      {
        sentence: `Do not exclude the domain ${domain}.`,
        apply(now) {
          const { excludeDomains } = constraintsOf(now);
          const list = Array.isArray(excludeDomains) ? excludeDomains : [];
          return withConstraint(
            now,
            "excludeDomains",
            list.filter((one) => !isIt(one)),
          );
        },
      },
    ],
  };
}

function sizeCondition(company: DirectoryCompany, name: keyof typeof SIZES): Condition {
  const { field, what } = SIZES[name];
  const value = company[field];
  const bound = name.startsWith("min") ? "at least" : "at most";
  return {
    id: name,
    isFact: true,
    ways: [
      value === null
        ? {
            sentence: `Set no bound to ${what}: the record does not say how many it has.`,
            apply: (now) => withConstraint(now, name, undefined),
          }
        : {
            sentence: `Ask for ${bound} ${value.toLocaleString("en")} ${what} (${name}: ${value}).`,
            apply: (now) => withConstraint(now, name, value),
          },
    ],
  };
}

/** Asks for the company's own country too, or for no place of work where it is not known. */
function operationsCondition({ country }: DirectoryCompany, { operations }: DiscoveryPlan): Condition {
  const known = country === null ? null : countryName(country);
  return constraintCondition(
    "operatesIn",
    known === null ? [] : [...(operations?.names ?? []), known],
    `Ask for companies that operate in ${known} too.`,
    "Ask for no place of operations: the record does not say where the company is.",
  );
}

/** Returns a condition set by a constraint: changed to the company's value, or dropped where that is unknown. */
const constraintCondition = (id: string, value: Json | undefined, known: string, unknown: string): Condition => ({
  id,
  isFact: true,
  ways: [{ sentence: value === undefined ? unknown : known, apply: (now) => withConstraint(now, id, value) }],
});

function yearCondition(company: DirectoryCompany, name: "foundedFrom" | "foundedTo"): Condition {
  const year = foundingYear(company)?.year;
  const bound = name === "foundedFrom" ? "later" : "earlier";
  return constraintCondition(
    name,
    year,
    `Ask for companies founded in ${year} or ${bound} (${name}: ${year}).`,
    "Ask for no founding year: the record does not say when it was founded.",
  );
}

function bandCondition({ marketCapBand }: DirectoryCompany, { stated, required }: DiscoveryPlan): Condition {
  const asked = required?.marketCapBands ?? stated?.marketCapBands ?? [];
  return constraintCondition(
    "marketCapBands",
    marketCapBand === null ? undefined : [...asked, marketCapBand],
    `Ask for ${marketCapBand} caps too.`,
    "Ask for no band of market capitalisation: the record does not say which it has.",
  );
}

const certificationCondition = (name: string): Condition => ({
  id: `certification: ${name}`,
  isFact: true,
  ways: [
    {
      sentence: `Do not ask for ${name}.`,
      apply(now) {
        const { certifications } = constraintsOf(now);
        const list = Array.isArray(certifications) ? certifications : [];
        return withConstraint(
          now,
          "certifications",
          list.filter((one) => typeof one !== "string" || one.trim() !== name),
        );
      },
    },
  ],
});

function assertionCondition(plan: DiscoveryPlan, at: number): Condition {
  const text = plan.assertions[at]?.text ?? "";
  return {
    id: `assertion: ${text}`,
    isFact: true,
    ways: [
      {
        sentence: `Do not ask that “${text}”.`,
        apply: (now) => ({
          ...now,
          assertions: Array.isArray(now.assertions) ? without(now.assertions, text) : now.assertions,
        }),
      },
    ],
  };
}

/** Number of labels tried as other words for the offer. */
const TRIED_LABELS = 3;

/**
 * Returns the condition on the offer. A probability from the judge is a threshold to lower. Where rules decide, or no
 * search reaches the company, the request must use the company's own words.
 */
function offerCondition(company: DirectoryCompany, judgement: Outcome["judgement"]): Condition {
  const offer = offerIn(judgement.criteria);
  const lower: Way = {
    kind: "probability",
    sentence: "Let in companies that are less likely to offer it.",
    apply: (now) => withConstraint(now, "minProbability", 0),
  };
  const own = [...new Set([...company.keywords, ...company.industries])].slice(0, TRIED_LABELS);
  const labels = own.length > 0 ? own : [offer?.evidence?.text ?? company.name];
  const instead = (label: string, now: SearchCriteria): SearchCriteria => ({
    ...now,
    userPrompt: "",
    keywords: { ...now.keywords, features: [label], synonyms: [] },
  });
  const others: Way[] = [
    ...labels.map((label) => ({
      sentence: `Ask for “${label}” too, as other words for the offer.`,
      apply: (now: SearchCriteria) => ({
        ...now,
        keywords: { ...now.keywords, synonyms: [...now.keywords.synonyms, label] },
      }),
    })),
    ...labels.map((label) => ({
      sentence: `Ask for “${label}” instead.`,
      isOtherQuestion: true as const,
      apply: (now: SearchCriteria) => instead(label, now),
    })),
    ...labels.map((label) => ({
      sentence: `Ask for “${label}” instead, in any role.`,
      isOtherQuestion: true as const,
      apply: (now: SearchCriteria) => ({ ...instead(label, now), marketRole: "" }),
    })),
    ...labels.map((label) => ({
      kind: "probability" as const,
      sentence: `Ask for “${label}” instead, in any role.`,
      isOtherQuestion: true as const,
      apply: (now: SearchCriteria) => withConstraint({ ...instead(label, now), marketRole: "" }, "minProbability", 0),
    })),
  ];
  return { id: "offer", isFact: false, ways: offer?.probability === undefined ? others : [lower, ...others] };
}
