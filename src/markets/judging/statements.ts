import type { DirectoryCompany } from "#companies/directory-company";
import { foldCase, tokens } from "#foundation/language/tokenize";
import type { PlanAssertion } from "../plan/plan.ts";
import { clauseAround, fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import type { CriterionName, CriterionOutcome } from "./judgement.ts";

/** Words that negate a statement, if they are within a few words before it. */
const NEGATION = /^(?:no|not|never|without|neither|nor|non|cannot|lacks?|excludes?|excluding|except)$/;
const NEGATION_REACH = 4;

/**
 * Judges a statement. It is met when one sentence or label has all its content words. It is not met when exactly one of
 * the two is negated. Otherwise it is unknown, because a silent record proves nothing.
 */
export function judgeStatement(
  criterion: CriterionName,
  statement: PlanAssertion,
  company: DirectoryCompany,
  units: TextUnit[],
): CriterionOutcome {
  const negated = tokens(statement.text).some(({ word }) => NEGATION.test(foldCase(word)));
  for (const unit of units) {
    const found = statement.stems.map((stem) => unit.words.find((word) => word.stem === stem));
    if (found.length === 0 || !found.every((word) => word !== undefined)) continue;
    const evidence = clauseAround(company, unit, found);
    const contrary = isNegated(company, unit, found) !== negated;
    return contrary
      ? { criterion, outcome: "notMet", evidence, note: `The record says the contrary of "${statement.text}".` }
      : { criterion, outcome: "met", evidence, note: `The record says so: "${statement.text}".` };
  }
  return { criterion, outcome: "unknown", evidence: null, note: `The record does not say: "${statement.text}".` };
}

function isNegated(company: DirectoryCompany, unit: TextUnit, found: UnitWord[]): boolean {
  const first = Math.min(...found.map((word) => word.start));
  const last = Math.max(...found.map((word) => word.end));
  const text = fieldText(company, unit.field);
  const before = tokens(text.slice(unit.start, first)).slice(-NEGATION_REACH);
  const within = tokens(text.slice(first, last));
  return [...before, ...within].some(({ word }) => NEGATION.test(foldCase(word)));
}
