import { type CriterionOutcome, offerIn } from "./judgement.ts";

/**
 * Weight of the offer's probability in the order; the rest is relevance. Cross-validated by question, nDCG@10 is flat
 * from 0.6 to 1 where questions are compared token by token (docs/decisions/discovery-quality.md). Without the
 * comparison it is flat from 0.2 to 0.8.
 */
const OF_PROBABILITY = 0.6;
/** Each assertion or user that the record confirms reduces a company's distance to 1 by this fraction. */
const CONFIRMED_LIFT = 0.1;

/** The greatest possible score at this relevance, if the record confirms no assertion or user. */
export const greatestScore = (relevance: number): number =>
  OF_PROBABILITY + (1 - OF_PROBABILITY) * Math.min(1, Math.max(0, relevance));

/**
 * Returns the score that ranks a judged company, 0–1: a blend of relevance and the probability of its offer. Each
 * confirmed assertion and user adds a small bonus.
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
