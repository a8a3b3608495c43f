import { bareName } from "#companies/analysis/place-names";
import type { PlanPlace } from "./plan.ts";

/** A company's place, for comparison with a place condition. Names are folded; `""` or null where unknown. */
export interface KnownPlace {
  country: string | null;
  state: string | null;
  city: string | null;
}

export type Outcome = "met" | "notMet" | "unknown";

/**
 * Whether a company meets the place conditions. With an address, its city must be one of the lines. A state among the
 * lines is enough when it is the only line or the company's city is unknown. So is a city of that state where the
 * company's state is unknown. The outcome is "unknown" when the record
 * is less detailed than the condition, unless its country already differs.
 */
export function placeOutcome(places: PlanPlace[], company: KnownPlace): Outcome {
  if (places.length === 0) return "met";
  let outcome: Outcome = "notMet";
  for (const place of places) {
    const one = onePlace(place, company);
    if (one === "met") return "met";
    if (one === "unknown") outcome = "unknown";
  }
  return outcome;
}

/** Whether a company is at an excluded place. A company of unknown place is not. */
export function isLeftOut(excluded: PlanPlace[], company: KnownPlace): boolean {
  return company.country !== null && excluded.some((place) => onePlace(place, company) === "met");
}

function onePlace({ country, lines, cities }: PlanPlace, company: KnownPlace): Outcome {
  if (company.country && company.country !== country) return "notMet";
  if (lines.length === 0) return company.country ? "met" : "unknown";
  if (company.city && lines.some((line) => isNamed(line, company.city ?? ""))) return "met";
  if (cities !== undefined && company.city && !company.state && isNamed(cities, company.city)) return "met";
  const state =
    company.state !== null && company.state !== "" && lines.some((line) => isNamed(line, company.state ?? ""));
  if (state && (lines.length === 1 || !company.city)) return "met";
  return company.city || (company.state && !state) ? "notMet" : "unknown";
}

/** The bare names of a line's spellings: a state has thousands of cities, and each company is compared with them. */
const bareNames = new WeakMap<string[], Set<string>>();

/** Whether a company's city or state matches a line in one of its spellings. */
function isNamed(line: string[], name: string): boolean {
  const known = bareNames.get(line) ?? new Set(line.map(bareName));
  bareNames.set(line, known);
  return known.has(bareName(name));
}
