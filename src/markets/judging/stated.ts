import type { DirectoryCompany } from "#companies/directory-company";
import { foundingYear } from "#companies/founding-year";
import type { StatedConditions } from "../criteria/stated-conditions.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { cite, citeField } from "./company-units.ts";
import type { CriterionOutcome, Evidence } from "./judgement.ts";

/** The record's value for one condition. */
interface Known {
  /** Worded for people: "It has 200 employees", "It was founded in 1988". */
  text: string;
  met: boolean;
  evidence: Evidence | null;
}

type Name = keyof StatedConditions;

/**
 * Judges the sizes, years and bands that the prompt states (`stated:<name>`). An unknown value does not keep a company
 * out. It also judges the conditions that constraints set beside the sizes (`constraint:<name>`). There an unknown
 * value fails.
 */
export function judgeStated({ stated, required }: DiscoveryPlan, company: DirectoryCompany): CriterionOutcome[] {
  return [
    ...outcomes(stated ?? {}, company, (name) => `stated:${name}`),
    ...outcomes(required ?? {}, company, (name) => `constraint:${name}`),
  ];
}

function outcomes(
  conditions: StatedConditions,
  company: DirectoryCompany,
  criterionOf: (name: Name) => CriterionOutcome["criterion"],
): CriterionOutcome[] {
  return (Object.keys(conditions) as Name[]).map((name) => {
    const criterion = criterionOf(name);
    const known = knownOf(name, conditions, company);
    if (known === null) return { criterion, outcome: "unknown", evidence: null, note: UNKNOWN[name] };
    const asked = known.met ? "" : ` ${askedOf(name, conditions)}`;
    return {
      criterion,
      outcome: known.met ? "met" : "notMet",
      evidence: known.evidence,
      note: `${known.text}.${asked}`,
    };
  });
}

const UNKNOWN: Record<Name, string> = {
  minEmployees: "How many employees it has is not known.",
  maxEmployees: "How many employees it has is not known.",
  minRevenue: "Its revenue is not known.",
  maxRevenue: "Its revenue is not known.",
  foundedFrom: "When it was founded is not known.",
  foundedTo: "When it was founded is not known.",
  marketCapBands: "Its market capitalisation is not known.",
};

function knownOf(name: Name, conditions: StatedConditions, company: DirectoryCompany): Known | null {
  if (name === "marketCapBands") {
    const { marketCapBand } = company;
    if (marketCapBand === null) return null;
    const met = conditions.marketCapBands?.includes(marketCapBand) ?? true;
    return { text: `It is a ${marketCapBand} cap`, met, evidence: citeField(company, "marketCapBand") };
  }
  const bound = conditions[name] ?? 0;
  const isMet = (value: number) => (/^(?:min|foundedFrom)/.test(name) ? value >= bound : value <= bound);
  if (name === "foundedFrom" || name === "foundedTo") {
    const found = foundingYear(company);
    if (found === null) return null;
    const { year, inDescription } = found;
    const evidence = inDescription
      ? cite(company, "description", inDescription.start, inDescription.end)
      : citeField(company, "founded");
    return { text: `It was founded in ${year}`, met: isMet(year), evidence };
  }
  const isStaff = name.endsWith("Employees");
  const value = isStaff ? company.employees : company.revenueUsd;
  if (value === null) return null;
  return {
    text: `It has ${value.toLocaleString("en")} ${isStaff ? "employees" : "US dollars of revenue"}`,
    met: isMet(value),
    evidence: citeField(company, isStaff ? "employees" : "revenueUsd"),
  };
}

function askedOf(name: Name, conditions: StatedConditions): string {
  if (name === "marketCapBands") return `Asked for: ${conditions.marketCapBands?.join(", ")}.`;
  const bound = conditions[name] ?? 0;
  if (name === "foundedFrom") return `Asked for: ${bound} or later.`;
  if (name === "foundedTo") return `Asked for: ${bound} or earlier.`;
  return `Asked for: at ${name.startsWith("min") ? "least" : "most"} ${bound.toLocaleString("en")}.`;
}
