import type { DirectoryCompany } from "#companies/directory-company";
import type { RelevanceScale } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { plansOfParts } from "../plan/plan-parts.ts";
import type { TextUnit } from "./company-units.ts";
import type { CandidateFacts } from "./features.ts";
import type { CriterionOutcome } from "./judgement.ts";
import { decideOffer, findOffer, type OfferFindings, standingOfOffer } from "./offer.ts";
import { shareOf, stemsOf } from "./question-weights.ts";

/** Minimum share of a part's own words in a record, weighted by idf, where all parts are required. */
const MIN_SHOWN = 0.5;

/**
 * Judges whether the company offers what the question asks. A group requires any one of its parts, or all of them. Each
 * part is judged by the plan reduced to it, and by the company's position in that part's own search. The whole counts
 * half, because it has the words that the parts share.
 */
export function judgeOffer(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  units: TextUnit[],
  candidate: CandidateFacts,
  scale: RelevanceScale,
): CriterionOutcome {
  const { group } = plan;
  const findings = (one: DiscoveryPlan, search: number) =>
    findOffer(one, company, units, candidate.searches?.[search] ?? candidate, scale.searches?.[search] ?? scale);
  const whole = findings(plan, 0);
  if (group === undefined) return decideOffer(plan, whole);
  const shown = stemsOf(units);
  const parts = plansOfParts(plan).map((part, i): Part => {
    const found = withWhole(findings(part, i + 1), whole);
    const isShown = group.of === "any" || names(part, plan, shown);
    return { phrase: group.parts[i]?.phrase ?? "", found, isMet: isShown && standingOfOffer(plan, found).met };
  });
  return group.of === "any" ? anyOf(plan, parts, whole) : allOf(plan, parts);
}

interface Part {
  phrase: string;
  found: OfferFindings;
  isMet: boolean;
}

/** Returns the part's findings, with the mean of its probability and the whole's. */
function withWhole(part: OfferFindings, whole: OfferFindings): OfferFindings {
  if (part.probability === undefined || whole.probability === undefined) return part;
  return { ...part, probability: (part.probability + whole.probability) / 2 };
}

/** Whether a record has the words that only this part has, or another name of it. */
function names(part: DiscoveryPlan, { group }: DiscoveryPlan, shown: Set<string>): boolean {
  const all = (group?.parts ?? []).map(({ coreStems }) => new Set(coreStems));
  const isOwn = ({ stem }: { stem: string }) => !all.every((stems) => stems.has(stem));
  const own = part.offers.flatMap(({ words }) => words).filter(isOwn);
  const otherNames = part.terms.filter(({ source }) => source === "synonym" || source === "wordnet");
  return shareOf(own, shown) >= MIN_SHOWN || otherNames.some(({ stem }) => shown.has(stem));
}

/** The likeliest part decides. The outcome lists all parts that are met. */
function anyOf(plan: DiscoveryPlan, parts: Part[], whole: OfferFindings): CriterionOutcome {
  const met = parts.filter(({ isMet }) => isMet).map(({ phrase }) => phrase);
  const best = parts.map(({ found }) => found).reduce((a, b) => (isLikelier(plan, b, a) ? b : a), whole);
  return { ...decideOffer(plan, best), ...(met.length > 0 && { parts: met }) };
}

/** The least likely part decides. The note names the parts that are not shown. */
function allOf(plan: DiscoveryPlan, parts: Part[]): CriterionOutcome {
  const missing = parts.filter(({ isMet }) => !isMet);
  const [first, ...others] = (missing.length > 0 ? missing : parts).map(({ found }) => found);
  if (first === undefined) throw new RangeError("a group has at least two parts");
  const least = decideOffer(
    plan,
    others.reduce((a, b) => (isLikelier(plan, a, b) ? b : a), first),
  );
  const met = parts.filter(({ isMet }) => isMet).map(({ phrase }) => phrase);
  const known = met.length > 0 ? { parts: met } : {};
  if (missing.length === 0) {
    const shown = parts.map(({ phrase, found: { evidence } }) => `${phrase}: “${evidence?.text ?? ""}”`);
    return { ...least, ...known, note: `The record shows ${shown.join("; ")}.` };
  }
  const unshown = missing.map(({ phrase }) => phrase).join(", ");
  return {
    ...least,
    ...known,
    outcome: "notMet",
    note: `${unshown} ${missing.length > 1 ? "are" : "is"} asked for too, and not shown. ${least.note}`,
    ...(met.length > 0 && { near: true as const }),
  };
}

function isLikelier(plan: DiscoveryPlan, a: OfferFindings, b: OfferFindings): boolean {
  const [ofA, ofB] = [standingOfOffer(plan, a), standingOfOffer(plan, b)];
  if (ofA.met !== ofB.met) return ofA.met;
  return (a.probability ?? Number(ofA.near)) > (b.probability ?? Number(ofB.near));
}
