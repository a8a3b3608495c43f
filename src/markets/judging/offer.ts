import { findRole, roleBits } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { type RelevanceScale, standingOf } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { clauseAround, type TextUnit, type UnitWord } from "./company-units.ts";
import { type CandidateFacts, candidateFeatures } from "./features.ts";
import { recordEvidence, spokenUnits } from "./head-evidence.ts";
import type { CriterionOutcome, Evidence } from "./judgement.ts";
import { namesOffer } from "./names-offer.ts";
import { offerProbability, probabilityInTrade } from "./offer-probability.ts";
import { isUnheardOf } from "./plain-questions.ts";
import { oncePerPlan } from "./question-weights.ts";

/**
 * Minimum probability of a company that is in, unless the criteria set another. F1, cross-validated on development
 * questions, is greatest at 0.2–0.25 for descriptions of the usual length and at 0.35–0.4 for short ones
 * (docs/decisions/discovery-quality.md). A wrong company costs more than a missing one.
 */
const MIN_PROBABILITY = { usual: 0.25, short: 0.35, stated: 0.2 };

/** Minimum probability for a company that is not in to be near: a supplier, a neighbouring trade, a side business. */
const MIN_NEAR = 0.1;

/**
 * Minimum values for a record that does not name the thing. The cosine of its text with the question does not depend on
 * the other companies. The probability applies without a sentence model. Both were chosen on the development questions
 * and on draws for the sample (docs/decisions/discovery-quality.md).
 */
const MIN_UNNAMED = { cosine: 0.4, probability: 0.5 };

/**
 * Minimum number of companies in the directory that mention the offer, for its records to call the trade by this name. In
 * a small country there may be fewer.
 */
const ENOUGH_SPEAKING = 5;

/** Minimum share of the question's weight in one sentence or label, for the sentence to count as stating the offer. */
const SAYS_IT = 0.75;
/**
 * Minimum standing of a company, between the directory's average company (0) and the mean of the question's three best
 * (1).
 */
const MIN_STANDING = 0.45;
/** The same where the record names the offer. */
const MIN_STANDING_NAMED = 0.3;
/** The same for a record without any of the question's words, where only similarity counts. */
const MIN_STANDING_WITHOUT_WORDS = 0.7;
/** Minimum share of the question's weight in the record, where relevance uses words alone. */
const MIN_SHOWN = 0.25;

/**
 * Factor for matches in the main business, which is better evidence than a later sentence with as many of the words.
 */
const MAIN_PREFERENCE = 1.5;

/** The plan's terms in one unit. */
interface Match {
  unit: TextUnit;
  words: UnitWord[];
  /** Weighted share of the core terms; above 1 is possible with synonyms. */
  coverage: number;
}

/** The evidence of an offer in a record, before the decision. */
export interface OfferFindings {
  evidence: Evidence | null;
  /** Whether the evidence has words of the question. */
  hasWords: boolean;
  /** 0–1, learned from judged questions; undefined where only the rules apply. */
  probability?: number;
  /** The probability from which on the company is in, unless the criteria set another. */
  minProbability?: number;
  /**
   * Whether the record names the thing that is asked for. Also true where it need not, because the trade is common or
   * the text is similar to the question.
   */
  isNamed: boolean;
  /** Whether no record and no dictionary has a word for the thing. What is likest to it is then not near it. */
  isUnheardOf: boolean;
  /** The rules' result, used where there is no probability. */
  byRules: { met: boolean; near: boolean };
}

/**
 * Finds the evidence of the offer in a record. It has a probability learned from judged questions if the directory has
 * vectors and the candidate has all signals. Otherwise the rules decide.
 */
export function findOffer(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  candidate: CandidateFacts,
  scale: RelevanceScale,
): OfferFindings {
  // A name alone is no evidence: Air Lease leases aircraft.
  const match = bestMatch(plan, spokenUnits(company, units));
  const evidence = match ? clauseAround(company, match.unit, match.words) : mainEvidence(company, units);
  const { head, trade } = recordEvidence(plan, company, units);
  // If enough companies mention the offer, other companies may describe it in other words. If few do, the likeliest
  // companies are usually of another trade.
  const isCommon = (scale.speakingAnywhere ?? scale.speaking ?? ENOUGH_SPEAKING) >= ENOUGH_SPEAKING;
  const isUnknown = isUnheardOf(plan);
  const mayBeUnnamed = head === "unnamed" && !isUnknown;
  const findings = {
    evidence,
    hasWords: match !== null,
    isUnheardOf: isUnknown,
    isNamed: head === "stated" || head === "named" || (mayBeUnnamed && isCommon),
  };
  const isLearned = scale.vectors && candidate.signals?.feedback != null;
  if (!isLearned) {
    return {
      ...findings,
      byRules: byRules(plan, company, units, candidate, scale, { match, isNamed: findings.isNamed }),
    };
  }
  const features = candidateFeatures(plan, company, units, candidate, scale, head);
  const byTrees = offerProbability(features);
  const length = features.isShort === 1 ? "short" : "usual";
  const probability = trade === null ? byTrees : probabilityInTrade(byTrees, trade, length);
  const minProbability = MIN_PROBABILITY[head === "stated" ? "stated" : length];
  const isNamed = findings.isNamed || (mayBeUnnamed && isAlike(probability, candidate));
  return { ...findings, isNamed, probability, minProbability, byRules: { met: false, near: false } };
}

/** Whether a text that does not name the thing is similar enough to the question. */
function isAlike(probability: number, { signals }: CandidateFacts): boolean {
  const cosine = signals?.sentenceCosine;
  return cosine == null ? probability >= MIN_UNNAMED.probability : cosine >= MIN_UNNAMED.cosine;
}

/** Whether the findings are enough for an offer, or near it. */
export function standingOfOffer(
  { minProbability }: DiscoveryPlan,
  {
    probability,
    minProbability: least = MIN_PROBABILITY.usual,
    isNamed,
    isUnheardOf: isUnknown,
    byRules: rules,
  }: OfferFindings,
): { met: boolean; near: boolean } {
  if (probability === undefined) return rules;
  // A client that sets the probability gets companies by it alone.
  const mayBeMet = isNamed || minProbability !== null;
  return { met: mayBeMet && probability >= (minProbability ?? least), near: probability >= MIN_NEAR && !isUnknown };
}

/** Decides whether the company offers what the question asks, from its findings. */
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
    : "Its record has none of the words for what was asked.";
  const nearly = near ? { near } : {};
  return { criterion: "offer", outcome: "notMet", evidence: hasWords ? evidence : null, note, ...known, ...nearly };
}

/**
 * Decides by rules. A record that has only labels must have the words of the offer among them. A record without these
 * words is at most related.
 */
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
  // Labels seldom state a role, and software is often sold as a service. A label that is the whole offer needs no role:
  // a company labelled "solar cells" makes them, whereas "car rental" is another offer than "cars".
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
 * Whether the rules accept the company. Its record has the question's words, or it stands well above the average
 * company on the plan's scale. A sentence that states the question is enough at any standing, if the company has the
 * role asked for. A record with "car rental" mentions cars, but the company does not make them.
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
 * Whether a record has a fair part of the question. Without vectors, the best companies rank high for one or two words
 * even if none in the directory fits.
 */
function isGrounded(plan: DiscoveryPlan, units: TextUnit[], scale: RelevanceScale): boolean {
  const { weights, total } = questionWeights(plan);
  if (scale.vectors || total === 0) return true;
  let shown = 0;
  for (const stem of new Set(units.flatMap((unit) => unit.words.map((word) => word.stem))))
    shown += weights.get(stem) ?? 0;
  return shown / total >= MIN_SHOWN;
}

/** The weight of each term, and the total weight of the question's own terms. */
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
