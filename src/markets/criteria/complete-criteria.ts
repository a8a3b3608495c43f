import { LRUCache } from "lru-cache";
import { countryName } from "#foundation/geography/countries";
import { criteriaFromQuestion } from "./criteria-from-question.ts";
import { describeConditions } from "./describe-conditions.ts";
import { operatingPlaces, statedConditions } from "./named-conditions.ts";
import type { GeneratedCriteria, SearchCriteria } from "./search-criteria.ts";

/** Criteria, with missing fields completed from their prompt. */
export interface CompletedCriteria {
  criteria: SearchCriteria;
  /** The values taken from the prompt, worded for people. */
  notes: string[];
}

/** Number of places that a note lists by name. For more it gives only their number. */
const NAMED_PLACES = 5;

/**
 * Fills missing fields from the prompt: places, exclusions, examples, role, offer and, where the request has none, the
 * number of companies. Fields with a value stay. The stored criteria stay as the client sent them, because they are
 * completed where they are used.
 */
export function completeCriteria(criteria: SearchCriteria): CompletedCriteria {
  const read = fromPrompt(criteria.userPrompt);
  if (read === null) return { criteria, notes: [] };
  const { keywords } = criteria;
  const taken: string[] = [];
  const open = <T>(given: T[], inPrompt: T[], tell: (list: T[]) => string): T[] => {
    if (given.length > 0 || inPrompt.length === 0) return given;
    taken.push(tell(inPrompt));
    return inPrompt;
  };
  const describesOffer = keywords.features.length > 0 || keywords.synonyms.length > 0;
  const count = criteria.countIsOpen === true ? read.count : criteria.count;
  if (count !== criteria.count) taken.push(`${count} companies`);
  const completed: SearchCriteria = {
    ...criteria,
    count,
    marketRole: criteria.marketRole || read.marketRole,
    marketType: criteria.marketType || read.marketType,
    keywords: {
      features: describesOffer ? keywords.features : read.keywords.features,
      synonyms: describesOffer ? keywords.synonyms : read.keywords.synonyms,
      user: keywords.user.length > 0 || describesOffer ? keywords.user : read.keywords.user,
      irrelevant: open(keywords.irrelevant, read.keywords.irrelevant, (list) => `not ${list.join(", ")}`),
    },
    locations: open(criteria.locations, read.locations, placesOf),
    seedDomains: open(criteria.seedDomains, read.seedDomains, (list) => `like ${list.join(", ")}`),
  };
  const stated = describeConditions(statedConditions(criteria));
  if (stated.length > 0) taken.push(`${stated.join(", ")}, or not known`);
  const operating = operatingPlaces(criteria);
  if (operating.length > 0) taken.push(`operating in ${operating.join(" or ")}`);
  return { criteria: completed, notes: taken.length > 0 ? [`Taken from the prompt: ${taken.join("; ")}.`] : [] };
}

/** Returns the number of companies wanted. Reads the prompt only where the request leaves the number open. */
export const wantedCount = (criteria: SearchCriteria): number =>
  criteria.countIsOpen === true ? completeCriteria(criteria).criteria.count : criteria.count;

/** Readings of the last prompts, null where one names nothing: each step of a job reads the same prompt. */
const readings = new LRUCache<string, { read: GeneratedCriteria | null }>({ max: 200 });

/** Null for a prompt that names nothing to search for. The fields alone then define the search. */
function fromPrompt(prompt: string): GeneratedCriteria | null {
  if (prompt === "") return null;
  const known = readings.get(prompt) ?? { read: readPrompt(prompt) };
  readings.set(prompt, known);
  // A copy, because criteria may be changed by those who complete them.
  return structuredClone(known.read);
}

function readPrompt(prompt: string): GeneratedCriteria | null {
  try {
    return criteriaFromQuestion(prompt);
  } catch {
    return null;
  }
}

function placesOf(locations: GeneratedCriteria["locations"]): string {
  if (locations.length > NAMED_PLACES) return `in any of ${locations.length} countries`;
  return `in ${locations.map(({ country, address }) => [...(address ?? []), countryName(country)].join(", ")).join(" or ")}`;
}
