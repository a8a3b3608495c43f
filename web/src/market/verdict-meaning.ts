import type { CriterionOutcome, Verdict } from "../generated/graphql.ts";
import { VERDICTS } from "../parts/badge.tsx";
import { count, fieldName, spoken } from "../parts/words.ts";

interface Outcome {
  criterion: string;
  outcome: CriterionOutcome;
}

/** Formats `constraint:minEmployees` as "Employees, at least". */
export function criterionName(criterion: string): string {
  const [kind = "", detail] = criterion.split(":");
  if (detail === undefined) return spoken(kind);
  if (kind === "assertion") return `Assertion ${Number(detail) + 1}`;
  return fieldName(detail);
}

const named = (outcomes: readonly Outcome[], outcome: CriterionOutcome): string[] =>
  outcomes.filter((one) => one.outcome === outcome).map(({ criterion }) => criterionName(criterion).toLowerCase());

/** Says how many criteria are met, and names the others: "Meets 2 of 3 criteria; not known: role". */
function metWords(outcomes: readonly Outcome[]): string {
  const [unknown, failed] = [named(outcomes, "UNKNOWN"), named(outcomes, "NOT_MET")];
  if (unknown.length + failed.length === 0) return "Meets every criterion";
  const met = outcomes.length - unknown.length - failed.length;
  return [
    `Meets ${count(met)} of ${count(outcomes.length)} criteria`,
    ...(failed.length > 0 ? [`not met: ${failed.join(", ")}`] : []),
    ...(unknown.length > 0 ? [`not known: ${unknown.join(", ")}`] : []),
  ].join("; ");
}

/** Says what a verdict means for one company, by the outcomes of its criteria. */
export function meaningOf(verdict: Verdict, outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return VERDICTS[verdict].meaning;
  if (verdict === "IN") return `${metWords(outcomes)}.`;
  if (verdict === "BELOW_CUT") return `${metWords(outcomes)}. The wanted number was reached before it.`;
  return VERDICTS[verdict].meaning;
}
