import type { DirectoryCompany } from "#companies/directory-company";
import { countryName } from "#foundation/geography/countries";
import { foldCase } from "#foundation/language/tokenize";
import { isLeftOut, placeOutcome } from "../plan/place-outcome.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { cite, citeField, fieldText } from "./company-units.ts";
import type { CriterionOutcome, Evidence } from "./judgement.ts";

/** Number of places that a note lists by name. For more it gives only their number. */
const NAMED_PLACES = 3;

/** Judges the place condition; null when any place is accepted. */
export function judgeLocation(plan: DiscoveryPlan, company: DirectoryCompany): CriterionOutcome | null {
  if (plan.places.length === 0 && plan.excludedPlaces.length === 0) return null;
  const known = {
    country: company.country,
    state: company.state === null ? null : foldCase(company.state),
    city: company.city === null ? null : foldCase(company.city),
  };
  const outcome = placeOutcome(plan.places, known);
  const country = company.country === null ? null : countryName(company.country);
  // The name of a city state is given only once.
  const where = [...new Set([company.city, company.state, country])].filter(Boolean).join(", ");
  const evidence = placeEvidence(plan, company);
  if (isLeftOut(plan.excludedPlaces, known))
    return { criterion: "location", outcome: "notMet", evidence, note: `Based in ${where}, which is left out.` };
  if (plan.places.length === 0 && company.country === null)
    return {
      criterion: "location",
      outcome: "met",
      evidence: null,
      note: "The record names no place that is left out.",
    };
  if (outcome === "met") return { criterion: "location", outcome, evidence, note: `Based in ${where}.` };
  if (outcome === "unknown")
    return {
      criterion: "location",
      outcome,
      evidence: null,
      note: `The record does not say whether it is in ${wantedPlaces(plan)}.`,
    };
  return { criterion: "location", outcome, evidence, note: `Based in ${where}, not in ${wantedPlaces(plan)}.` };
}

function placeEvidence(plan: DiscoveryPlan, company: DirectoryCompany): Evidence | null {
  const byAddress = plan.places.some((place) => place.lines.length > 0);
  return (byAddress && (citeField(company, "city") ?? citeField(company, "state"))) || citeField(company, "country");
}

function wantedPlaces(plan: DiscoveryPlan): string {
  const names = plan.places.map(({ country, name }) => [name, countryName(country)].filter(Boolean).join(", "));
  const named = [...new Set(names)];
  if (named.length <= NAMED_PLACES) return named.join(" or ");
  return `any of the ${named.length} places asked for`;
}

/**
 * Judges the conditions on size and certification. An unknown value has the outcome "unknown", which `isFailure` counts
 * as a failure. The note says so.
 */
export function judgeConstraints(plan: DiscoveryPlan, company: DirectoryCompany): CriterionOutcome[] {
  const outcomes: CriterionOutcome[] = [];
  bound("minEmployees", "employees", plan.minEmployees, (value, limit) => value >= limit, "employees");
  bound("maxEmployees", "employees", plan.maxEmployees, (value, limit) => value <= limit, "employees");
  bound("minRevenue", "revenueUsd", plan.minRevenue, (value, limit) => value >= limit, "US dollars of revenue");
  bound("maxRevenue", "revenueUsd", plan.maxRevenue, (value, limit) => value <= limit, "US dollars of revenue");
  for (const certification of plan.certifications) outcomes.push(judgeCertification(certification, company));
  return outcomes;

  function bound(
    name: string,
    field: "employees" | "revenueUsd",
    limit: number | null,
    holds: (value: number, limit: number) => boolean,
    unit: string,
  ) {
    if (limit === null) return;
    const criterion = `constraint:${name}` as const;
    const value = company[field];
    if (value === null) {
      outcomes.push({ criterion, outcome: "unknown", evidence: null, note: `Its ${unit} are not known.` });
      return;
    }
    const met = holds(value, limit);
    const words = `${value.toLocaleString("en")} ${unit}`;
    outcomes.push({
      criterion,
      outcome: met ? "met" : "notMet",
      evidence: citeField(company, field),
      note: met
        ? `It has ${words}.`
        : `It has ${words}; ${name.startsWith("min") ? "at least" : "at most"} ${limit.toLocaleString("en")} are asked.`,
    });
  }
}

/**
 * Judges one certification. It ignores spaces and hyphens, and the name may go on: "ISO-9001" matches "ISO 9001:2015".
 */
export function judgeCertification(certification: string, company: DirectoryCompany): CriterionOutcome {
  const criterion = "constraint:certifications" as const;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${tokensOf(certification).map(escapePattern).join("[\\s\\-–/:]*")}(?![\\p{L}\\p{N}])`,
    "iu",
  );
  for (const field of ["certifications", "keywords", "description"] as const) {
    const match = pattern.exec(fieldText(company, field));
    if (match)
      return {
        criterion,
        outcome: "met",
        evidence: cite(company, field, match.index, match.index + match[0].length),
        note: `The record names ${certification}.`,
      };
  }
  return { criterion, outcome: "unknown", evidence: null, note: `The record does not name ${certification}.` };
}

function tokensOf(text: string): string[] {
  return text.match(/[\p{L}]+|[\p{N}]+/gu) ?? [text];
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
