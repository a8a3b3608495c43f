import type { CriteriaFragment } from "../generated/graphql.ts";
import { fieldName, placeName, spoken } from "../parts/words.ts";

/** A line of criteria: its name and its values in words. */
export interface CriteriaLine {
  name: string;
  values: string[];
}

/** A value, and how it changed since the previous version. */
export interface ChangedValue {
  value: string;
  change: "same" | "added" | "removed";
}

const one = (value: string): string[] => (value === "" ? [] : [value]);

/** A constraint of null takes back a condition of the question. `keepUnknown` is the only one that is true or false. */
function inWords(value: unknown): string {
  if (value === null) return "any";
  if (typeof value === "boolean") return value ? "stay in" : "left out";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Formats `{ minEmployees: 500 }` as "Employees, at least: 500". */
function listed(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  if (typeof value !== "object") return [String(value)];
  return Object.entries(value).map(([name, each]) => `${fieldName(name)}: ${inWords(each)}`);
}

/** Returns criteria as lines to read and to compare. */
export function criteriaLines(criteria: CriteriaFragment): CriteriaLine[] {
  const { keywords, locations } = criteria;
  return [
    { name: "Question", values: one(criteria.userPrompt) },
    { name: "Name", values: one(criteria.marketName) },
    { name: "Offer", values: keywords.features },
    { name: "Other words", values: keywords.synonyms },
    { name: "Role", values: one(spoken(criteria.marketRole)) },
    { name: "Kind of offer", values: one(spoken(criteria.marketType)) },
    {
      name: "Places",
      values: locations.map(placeName),
    },
    { name: "Not wanted", values: keywords.irrelevant },
    { name: "Made for", values: keywords.user },
    { name: "Examples", values: criteria.seedDomains },
    { name: "Companies", values: [`up to ${criteria.count}`] },
    { name: "Constraints", values: listed(criteria.constraints) },
    { name: "Assertions", values: listed(criteria.assertions) },
  ];
}

/** Compares the values of a version with those of the previous one; without one, all are the same. */
export function differences(now: readonly string[], before: readonly string[] | undefined): ChangedValue[] {
  if (before === undefined) return now.map((value) => ({ value, change: "same" }));
  return [
    ...now.map((value): ChangedValue => ({ value, change: before.includes(value) ? "same" : "added" })),
    ...before.filter((value) => !now.includes(value)).map((value): ChangedValue => ({ value, change: "removed" })),
  ];
}
