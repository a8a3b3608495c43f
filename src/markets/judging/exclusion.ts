import type { DirectoryCompany } from "#companies/directory-company";
import { foldCase, tokens } from "#foundation/language/tokenize";
import type { DiscoveryPlan, PlanExclusion } from "../plan/plan.ts";
import { clauseAround, fieldText, type TextUnit, type UnitWord } from "./company-units.ts";
import type { Evidence } from "./judgement.ts";

/** An unwanted kind's words must stand this close together, in content words. */
const WINDOW = 6;
/** A label of more content words than this beyond the unwanted kind's is about something else. */
const MAX_LABEL_REST = 2;
/** Words after which something is a customer's, a partner's or a purpose, not what the company itself does. */
const PASSING = new Set([
  "for",
  "to",
  "from",
  "with",
  "by",
  "against",
  "than",
  "except",
  "excluding",
  "without",
  "serving",
  "via",
  "through",
]);

/**
 * Finds the first unwanted kind that a company is of. It must be the company's business and not a passing mention. The
 * kind's words stand together in the main business sentence, the name or a class label. They do not follow "for", "to",
 * "with" …, and no wanted word precedes them. Null when the company is of none.
 */
export function findExclusion(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
): { exclusion: PlanExclusion; evidence: Evidence } | null {
  const wanted = new Set(plan.terms.filter((term) => term.source !== "user").map((term) => term.stem));
  for (const exclusion of plan.exclusions) {
    const only = exclusion.stems.filter((stem) => !wanted.has(stem));
    const telling = new Set(only.length > 0 ? only : exclusion.stems);
    for (const unit of units) {
      if (unit.kind === "other") continue;
      const found = together(unit.words, exclusion.stems);
      if (!found) continue;
      const decided =
        unit.kind === "main"
          ? isMainBusiness(company, unit, found, telling, wanted, exclusion)
          : isNamed(unit, exclusion, wanted);
      if (decided) return { exclusion, evidence: clauseAround(company, unit, found, 100) };
    }
  }
  return null;
}

/** The first place where all stems stand within the window. */
function together(words: UnitWord[], stems: string[]): UnitWord[] | null {
  for (let from = 0; from < words.length; from++) {
    const window = words.slice(from, from + Math.max(WINDOW, stems.length));
    const found = stems.map((stem) => window.find((word) => word.stem === stem));
    if (found.every((word) => word !== undefined)) return found;
  }
  return null;
}

function isMainBusiness(
  company: DirectoryCompany,
  unit: TextUnit,
  found: UnitWord[],
  telling: Set<string>,
  wanted: Set<string>,
  exclusion: PlanExclusion,
): boolean {
  const at = Math.min(...found.filter((word) => telling.has(word.stem)).map((word) => word.start));
  const first = unit.words.find((word) => wanted.has(word.stem) && !exclusion.stems.includes(word.stem));
  if (first && first.start < at) return false;
  const before = fieldText(company, unit.field).slice(unit.start, Math.min(...found.map((word) => word.start)));
  const clause = before.slice(Math.max(before.lastIndexOf(","), before.lastIndexOf(";")) + 1);
  return !tokens(clause)
    .slice(-5)
    .some(({ word }) => PASSING.has(foldCase(word)));
}

/** A name or label is of the kind when little else stands in it and nothing of what is wanted. */
function isNamed(unit: TextUnit, exclusion: PlanExclusion, wanted: Set<string>): boolean {
  const rest = unit.words.filter((word) => !exclusion.stems.includes(word.stem));
  if (rest.some((word) => wanted.has(word.stem))) return false;
  return unit.kind === "name" || rest.length <= MAX_LABEL_REST;
}
