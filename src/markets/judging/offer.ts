import { findRole, roleBits } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { type RelevanceScale, standingOf } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { clauseAround, type TextUnit, type UnitWord } from "./company-units.ts";
import { type CandidateFacts, candidateFeatures } from "./features.ts";
import { headEvidence, spokenUnits } from "./head-evidence.ts";
import type { CriterionOutcome, Evidence } from "./judgement.ts";
import { namesOffer } from "./names-offer.ts";
import { offerProbability } from "./offer-probability.ts";
import { oncePerPlan } from "./question-weights.ts";

/**
 * From this probability on a company is in, unless the criteria set another. Cross-validated on the development
 * questions, F1 is greatest between 0.2 and 0.25. The higher value is taken, because a wrong company costs more than a
 * missing one (docs/decisions/discovery-quality.md).
 */
export const MIN_PROBABILITY = 0.25;

/** From this probability on a company that is not in is near: a supplier, a neighbouring trade, a side business. */
const MIN_NEAR = 0.1;

/**
 * What a record that does not name the thing must reach to be in all the same: this cosine of its text with the question, which
 * does not depend on who else is there. Without a sentence model it is this probability. Chosen on the development
 * questions and on draws for the sample (docs/decisions/discovery-quality.md).
 */
const MIN_UNNAMED = { cosine: 0.4, probability: 0.5 };

/** From so many companies within the conditions on that speak of what is asked for, the directory has the trade. */
const ENOUGH_SPEAKING = 5;

/** Share of the question's weight that a single sentence or label shows when it as good as says the question. */
const SAYS_IT = 0.75;
/** Where a company must stand between the directory's average company (0) and the question's best three (1). */
const MIN_STANDING = 0.45;
/** The same where the record names the offer. */
const MIN_STANDING_NAMED = 0.3;
/** The same without any of the question's words in the record: likeness alone has to be greater. */
const MIN_STANDING_WITHOUT_WORDS = 0.7;
/** Where relevance rests on words alone, this share of the question's weight must stand in the record somewhere. */
const MIN_SHOWN = 0.25;

/** The main business says more of a company than a later sentence with as many of the words. */
const MAIN_PREFERENCE = 1.5;

/** What one unit shows of the plan's terms. */
interface Match {
  unit: TextUnit;
  words: UnitWord[];
  /** Weighted share of the core terms, 0–1 or more with synonyms. */
  coverage: number;
}

/** What a record shows of an offer, before it is decided. */
export interface OfferFindings {
  evidence: Evidence | null;
  /** Whether the evidence has words of what is asked. */
  hasWords: boolean;
  /** 0–1, learned from judged questions; undefined where rules have to do. */
  probability?: number;
  /** Whether the record names the thing that is asked for, or need not, because it is much like the question or the trade is common. */
  isNamed: boolean;
  /** What the rules say where there is no probability. */
  byRules: { met: boolean; near: boolean };
}

/**
 * What a record shows of the offer. Where the directory has vectors and the candidate was compared with all of it, a probability
 * learned from judged questions; otherwise what rules say.
 */
export function findOffer(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  candidate: CandidateFacts,
  scale: RelevanceScale,
): OfferFindings {
  const match = bestMatch(plan, units);
  const evidence = match ? clauseAround(company, match.unit, match.words) : mainEvidence(company, units);
  const head = headEvidence(plan, company, units);
  // Where enough companies speak of it, another one does it in other words. Where hardly any does, the likeliest are strangers.
  const isCommon = (scale.speaking ?? ENOUGH_SPEAKING) >= ENOUGH_SPEAKING;
  const findings = {
    evidence,
    hasWords: match !== null,
    isNamed: head === "named" || (head === "unnamed" && isCommon),
  };
  // It was learned on companies that say in a sentence what they do.
  const isLearned = scale.vectors && candidate.signals?.feedback != null && units.some(({ kind }) => kind === "main");
  if (!isLearned) {
    return {
      ...findings,
      byRules: byRules(plan, company, units, candidate, scale, { match, isNamed: findings.isNamed }),
    };
  }
  const probability = offerProbability(candidateFeatures(plan, company, units, candidate, scale));
  const isNamed = findings.isNamed || (head === "unnamed" && isAlike(probability, candidate));
  return { ...findings, isNamed, probability, byRules: { met: false, near: false } };
}

/** Whether a text that names the thing in other words is alike enough. */
function isAlike(probability: number, { signals }: CandidateFacts): boolean {
  const cosine = signals?.sentenceCosine;
  return cosine == null ? probability >= MIN_UNNAMED.probability : cosine >= MIN_UNNAMED.cosine;
}

/** Whether findings are enough for an offer, or near it. */
export function standingOfOffer(
  { minProbability }: DiscoveryPlan,
  { probability, isNamed, byRules: rules }: OfferFindings,
): { met: boolean; near: boolean } {
  if (probability === undefined) return rules;
  // Who sets the probability gets companies by it alone.
  const mayBeMet = isNamed || minProbability !== null;
  return { met: mayBeMet && probability >= (minProbability ?? MIN_PROBABILITY), near: probability >= MIN_NEAR };
}

/** Whether the company offers what is asked, by what its record shows. */
export function decideOffer(plan: DiscoveryPlan, findings: OfferFindings): CriterionOutcome {
  const { evidence, hasWords, probability } = findings;
  const { met, near } = standingOfOffer(plan, findings);
  const shown = evidence ? `“${evidence.text}”` : "";
  const known = probability === undefined ? {} : { probability: Math.round(probability * 1_000) / 1_000 };
  if (met) {
    const note = hasWords ? `The record says ${shown}.` : `In other words, much like the best matches: ${shown}.`;
    return { criterion: "offer", outcome: "met", evidence, note, ...known };
  }
  const note = hasWords
    ? `The closest its record comes is ${shown}.`
    : "Its record mentions nothing of what was asked for.";
  const nearly = near ? { near } : {};
  return { criterion: "offer", outcome: "notMet", evidence: hasWords ? evidence : null, note, ...known, ...nearly };
}

/** Of a record of labels alone the words that make the offer must be among them; one that only stands near it is related. */
function byRules(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  candidate: CandidateFacts,
  scale: RelevanceScale,
  { match, isNamed }: { match: Match | null; isNamed: boolean },
): { met: boolean; near: boolean } {
  const stands = metByRules(plan, company, units, candidate, scale, match);
  const named = units.some(({ kind }) => kind === "main")
    ? null
    : namesOffer(plan, company, spokenUnits(company, units));
  const mayBeMet = named !== null || isNamed || plan.minProbability !== null;
  if (named === "missing" || !mayBeMet) return { met: false, near: stands };
  // Labels seldom tell a role, and software comes as a service. One that is the offer needs none: "solar cells" are made, "car rental" has other words.
  const hasRole =
    named === "said" ||
    plan.role === null ||
    findRole(company, plan.role) !== null ||
    plan.role === "softwareProvider" ||
    roleBits(company) === 0;
  const met = stands || (named !== null && hasRole && standingOf(candidate.relevance, scale) >= MIN_STANDING_NAMED);
  return { met, near: met };
}

/**
 * It shows the question's words in its record, or it stands well above the average company on the plan's own scale. A sentence that as
 * good as says the question is enough whatever the standing, if the company has the role asked for: "car rental" says "cars", and
 * makes none.
 */
function metByRules(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  candidate: CandidateFacts,
  scale: RelevanceScale,
  match: Match | null,
): boolean {
  const standing = standingOf(candidate.relevance, scale);
  const saysIt =
    match !== null && match.coverage >= SAYS_IT && (plan.role === null || findRole(company, plan.role) !== null);
  return saysIt || (standing >= (match ? MIN_STANDING : MIN_STANDING_WITHOUT_WORDS) && isGrounded(plan, units, scale));
}

/**
 * Without vectors, the best companies rank high for a word or two even if nothing in the directory fits. These words
 * must be a fair part of the question.
 */
function isGrounded(plan: DiscoveryPlan, units: TextUnit[], scale: RelevanceScale): boolean {
  const { weights, total } = questionWeights(plan);
  if (scale.vectors || total === 0) return true;
  let shown = 0;
  for (const stem of new Set(units.flatMap((unit) => unit.words.map((word) => word.stem))))
    shown += weights.get(stem) ?? 0;
  return shown / total >= MIN_SHOWN;
}

/** What each term weighs, and what all terms of the question itself weigh together. */
const questionWeights = oncePerPlan((plan): { weights: Map<string, number>; total: number } => {
  const core = new Set(plan.coreStems);
  return {
    weights: new Map(plan.terms.map((term) => [term.stem, term.weight * term.idf])),
    total: plan.terms.filter((term) => core.has(term.stem)).reduce((sum, term) => sum + term.weight * term.idf, 0),
  };
});

function bestMatch(plan: DiscoveryPlan, units: TextUnit[]): Match | null {
  const { weights, total } = questionWeights(plan);
  if (total === 0) return null;
  let best: Match | null = null;
  let bestWorth = 0;
  for (const unit of units) {
    const words = unit.words.filter((word) => weights.has(word.stem));
    if (words.length === 0) continue;
    const shown = new Set(words.map((word) => word.stem));
    let coverage = 0;
    for (const one of shown) coverage += (weights.get(one) ?? 0) / total;
    const worth = coverage * (unit.kind === "main" ? MAIN_PREFERENCE : 1);
    if (worth > bestWorth) {
      best = { unit, words, coverage };
      bestWorth = worth;
    }
  }
  return best;
}

function mainEvidence(company: DirectoryCompany, units: TextUnit[]) {
  const main =
    units.find((unit) => unit.kind === "main" && unit.words.length > 0) ?? units.find((unit) => unit.words.length > 0);
  return main ? clauseAround(company, main, main.words.slice(0, 1)) : null;
}
