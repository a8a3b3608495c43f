import { type CriterionOutcome, offerIn } from "./judgement.ts";

/**
 * How much the probability of the offer counts in the order, beside relevance. Cross-validated by question, nDCG@10 is
 * flat from 0.6 to 1 since questions are compared token by token (docs/decisions/discovery-quality.md). Without the comparison it is flat
 * from 0.2 to 0.8.
 */
const OF_PROBABILITY = 0.6;
/** Assertions and users that the record shows lift a company by this part of what it lacks to 1, each. */
const CONFIRMED_LIFT = 0.1;

/** What a company of this relevance is ranked by at most, where its record confirms no assertion or user. */
export const greatestScore = (relevance: number): number =>
  OF_PROBABILITY + (1 - OF_PROBABILITY) * Math.min(1, Math.max(0, relevance));

/**
 * What a judged company is ranked by, 0–1: relevance and the probability of its offer. Each confirmed assertion and
 * user adds a small bonus.
 */
export function rankingScore(relevance: number, criteria: CriterionOutcome[]): number {
  const bounded = Math.min(1, Math.max(0, relevance));
  const probability = offerIn(criteria)?.probability ?? bounded;
  const blend = OF_PROBABILITY * probability + (1 - OF_PROBABILITY) * bounded;
  const confirmed = criteria.filter(
    ({ criterion, outcome }) => outcome === "met" && (criterion === "user" || criterion.startsWith("assertion:")),
  ).length;
  return 1 - (1 - blend) * (1 - CONFIRMED_LIFT) ** confirmed;
}
