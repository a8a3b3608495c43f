import type { DirectoryCompany } from "../companies/directory-company.ts";
import type { FusedCandidate, RelevanceScale } from "../retrieval/candidates.ts";
import type { DiscoveryPlan } from "../retrieval/plan.ts";
import { clauseAround, type TextUnit, type UnitWord } from "./company-units.ts";
import type { CriterionOutcome } from "./judgement.ts";

/** Share of the question's weight that a single sentence or label shows when it as good as says the question. */
const SAYS_IT = 0.75;
/** Where a company must stand between the directory's ordinary company (0) and the question's best three (1). */
const MIN_STANDING = 0.5;
/** The same without any of the question's words in the record: likeness alone has to be greater. */
const MIN_STANDING_WITHOUT_WORDS = 0.7;

/** What one unit shows of the plan's terms. */
interface Match {
  unit: TextUnit;
  words: UnitWord[];
  /** Weighted share of the core terms, 0–1 or more with synonyms. */
  coverage: number;
}

/**
 * Whether the company offers what is asked: it shows the question's words in its record, or it stands well above ordinary
 * companies on the plan's own scale. A sentence that as good as says the question is enough whatever the standing.
 */
export function judgeOffer(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  candidate: Pick<FusedCandidate, "relevance">,
  scale: RelevanceScale,
): CriterionOutcome {
  const match = bestMatch(plan, units);
  const standing = standingOf(candidate.relevance, scale);
  const evidence = match ? clauseAround(company, match.unit, match.words) : mainEvidence(company, units);
  const met =
    (match !== null && (match.coverage >= SAYS_IT || standing >= MIN_STANDING)) ||
    standing >= MIN_STANDING_WITHOUT_WORDS;
  if (met) {
    const note = match
      ? `The record shows ${quoted(match)}.`
      : "The record is much like those that fit best, in other words.";
    return { criterion: "offer", outcome: "met", evidence, note };
  }
  const note = match
    ? `Only ${quoted(match)} of what is asked stands in the record, and the rest is unlike those that fit.`
    : "Nothing of what is asked stands in the record.";
  return { criterion: "offer", outcome: "notMet", evidence: match ? evidence : null, note };
}

/** 0 for the directory's ordinary company, 1 for the mean of the plan's best three. */
export function standingOf(relevance: number, scale: RelevanceScale): number {
  return scale.best > scale.ordinary ? (relevance - scale.ordinary) / (scale.best - scale.ordinary) : 0;
}

function bestMatch(plan: DiscoveryPlan, units: TextUnit[]): Match | null {
  const weights = new Map(plan.terms.map((term) => [term.stem, term.weight * term.idf]));
  const core = plan.terms.filter((term) => plan.coreStems.includes(term.stem));
  const total = core.reduce((sum, term) => sum + term.weight * term.idf, 0);
  if (total === 0) return null;
  let best: Match | null = null;
  for (const unit of units) {
    const words = unit.words.filter((word) => weights.has(word.stem));
    if (words.length === 0) continue;
    const shown = new Set(words.map((word) => word.stem));
    let coverage = 0;
    for (const one of shown) coverage += (weights.get(one) ?? 0) / total;
    if (!best || coverage > best.coverage) best = { unit, words, coverage };
  }
  return best;
}

function mainEvidence(company: DirectoryCompany, units: TextUnit[]) {
  const main =
    units.find((unit) => unit.kind === "main" && unit.words.length > 0) ?? units.find((unit) => unit.words.length > 0);
  return main ? clauseAround(company, main, main.words.slice(0, 1)) : null;
}

function quoted({ words }: Match): string {
  const shown = [...new Set(words.map((word) => word.stem))].slice(0, 4);
  return shown.length === 1 ? "one word" : `${shown.length}${shown.length === 4 ? " or more" : ""} words`;
}
