import type { DirectoryCompany } from "#companies/directory-company";
import { companyUnits } from "../judging/company-units.ts";
import { type CandidateFacts, candidateFeatures, type FeatureName } from "../judging/features.ts";
import { type CriterionOutcome, offerIn } from "../judging/judgement.ts";
import type { RelevanceScale } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import type { Described } from "./likeness.ts";
import type { Reviewable } from "./rank-by-reviews.ts";

/** Features of the judge's view that tell companies of one question apart; chosen before anything was measured. */
const FEATURES: readonly FeatureName[] = [
  "standing",
  "lexical",
  "words",
  "sentences",
  "feedback",
  "classes",
  "coreMain",
  "offerMain",
  "offerLabels",
  "phraseMain",
  "headMain",
  "density",
  "roleMain",
  "roleFirst",
  "classAll",
  "directAll",
];

/** Describes a candidate for comparison in reviews, by its record as judged; about 0.5 ms. */
export function describe(
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  candidate: CandidateFacts,
  scale: RelevanceScale,
): Described {
  const units = companyUnits(company);
  const words = new Map<string, number>();
  for (const unit of units)
    if (unit.kind !== "name") for (const { stem } of unit.words) words.set(stem, (words.get(stem) ?? 0) + 1);
  const features = candidateFeatures(plan, company, units, candidate, scale);
  return { words, classes: company.industries, features: FEATURES.map((name) => features[name]) };
}

/** Whether reviews consider a candidate: it satisfies every criterion, or fails the offer, about which they teach. */
export function isReviewable({ verdict, rule }: { verdict: string; rule: string | null }): boolean {
  return verdict === "in" || verdict === "belowCut" || verdict === "related" || rule === "offer";
}

/** Returns the judge's probability that a candidate offers what is asked, 0–1; null where it gave none. */
export const probabilityOf = (criteria: readonly CriterionOutcome[]): Reviewable["probability"] =>
  offerIn(criteria)?.probability ?? null;
